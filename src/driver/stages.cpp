#include "driver/stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/resource.h>

namespace steward {

// Of this process and the compilers it waited for; unlike the time that passes, it does not grow with what else the
// machine does.
static double cpuSeconds() {
  double seconds = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

void Stages::begin(const std::string& stage) {
  stage_ = stage;
  say(stage);
  writeStatistics();
  cpuAtStart_ = cpuSeconds();
  started_ = std::chrono::steady_clock::now();
}

void Stages::end(const std::string& detail) {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - started_;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report_.costs.push_back({stage_, time.count(), static_cast<uint64_t>(usage.ru_maxrss) * 1024, detail});
  cpuSeconds_.push_back(cpuSeconds() - cpuAtStart_);
  stage_.clear();
}

llvm::Error Stages::keepStatistics(const std::string& file) {
  statisticsFile_ = file;
  writeStatistics();
  return statisticsError_.empty() ? llvm::Error::success() : llvm::createStringError(statisticsError_);
}

void Stages::record(llvm::function_ref<llvm::json::Object()> figures) {
  if (statisticsFile_.empty()) return;
  for (auto& [part, value] : figures()) statistics_[part] = std::move(value);
  writeStatistics();
}

void Stages::writeStatistics() {
  if (statisticsFile_.empty() || !statisticsError_.empty()) return;
  auto mebibytes = [](uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
  llvm::json::Array stages;
  double seconds = 0;
  uint64_t peak = 0;
  for (auto [cost, cpu] : llvm::zip_equal(report_.costs, cpuSeconds_)) {
    stages.push_back(llvm::json::Object{{"stage", cost.stage},
                                        {"seconds", cost.seconds},
                                        {"cpu_seconds", cpu},
                                        {"peak_mib", mebibytes(cost.peakBytes)},
                                        {"detail", cost.detail}});
    seconds += cost.seconds;
    peak = std::max(peak, cost.peakBytes);
  }
  statistics_["stages"] = std::move(stages);
  statistics_["seconds"] = seconds;
  statistics_["peak_mib"] = mebibytes(peak);
  statistics_["running"] = stage_.empty() ? llvm::json::Value(nullptr) : llvm::json::Value(stage_);
  // In place, not by renaming: the name may be a link or a device.
  std::error_code code;
  llvm::raw_fd_ostream out(statisticsFile_, code);
  if (!code) {
    out << llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object(statistics_)));
    out.close();
    code = out.error();
    out.clear_error();
  }
  if (code) statisticsError_ = statisticsFile_ + ": " + llvm::StringRef(code.message()).lower();
}

} // namespace steward
