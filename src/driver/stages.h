// Measures the stages of a run and says which one is under way.
#pragma once

#include "steward/race.h"

#include <chrono>
#include <functional>
#include <string>

namespace steward {

class Stages {
public:
  Stages(Report& report, std::function<void(const std::string&)> progress)
      : report_(report), progress_(std::move(progress)) {}

  void begin(const std::string& stage);
  void end(const std::string& detail);
  void say(const std::string& what) const {
    if (progress_) progress_(what);
  }

private:
  Report& report_;
  std::function<void(const std::string&)> progress_;
  std::string stage_;
  std::chrono::steady_clock::time_point started_;
};

} // namespace steward
