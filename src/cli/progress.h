// One line on a terminal that says what is being done, once it takes more than two seconds.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace steward {

class ProgressLine {
public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine();                   // takes the line away again
  void say(const std::string& what); // nothing: no line until there is something to say

private:
  void run();

  bool enabled_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;
  bool done_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::thread thread_;
};

} // namespace steward
