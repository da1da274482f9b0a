// Measures the stages of a run and says which one is under way; keeps the statistics file, when one is asked for.
#pragma once

#include "steward/race.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

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

  // From now on the file says what is known so far: it is written anew when a stage begins and when there is something
  // to say about one, so that a run that is ended early has left what it found. The first error is told by
  // statisticsError(); the one of opening it at once.
  llvm::Error keepStatistics(const std::string& file);
  void record(llvm::function_ref<llvm::json::Object()> figures); // not called when nobody asked
  const std::string& statisticsError() const { return statisticsError_; }

private:
  void writeStatistics();

  Report& report_;
  std::function<void(const std::string&)> progress_;
  std::string stage_;
  std::chrono::steady_clock::time_point started_;
  double cpuAtStart_ = 0;
  std::vector<double> cpuSeconds_; // of each stage in the report
  std::string statisticsFile_, statisticsError_;
  llvm::json::Object statistics_;
};

} // namespace steward
