#include "driver/stages.h"

#include <sys/resource.h>

namespace steward {

void Stages::begin(const std::string& stage) {
  stage_ = stage;
  started_ = std::chrono::steady_clock::now();
  say(stage);
}

void Stages::end(const std::string& detail) {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - started_;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report_.costs.push_back({stage_, time.count(), static_cast<uint64_t>(usage.ru_maxrss) * 1024, detail});
}

} // namespace steward
