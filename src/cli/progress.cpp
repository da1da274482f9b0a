#include "cli/progress.h"

#include <cstdio>

namespace steward {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(bool enabled) : enabled_(enabled) {
  if (enabled_) thread_ = std::thread([this] { run(); });
}

ProgressLine::~ProgressLine() {
  if (!enabled_) return;
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  thread_.join();
  if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::say(const std::string& what) {
  if (!enabled_) return;
  std::lock_guard lock(mutex_);
  what_ = what;
}

void ProgressLine::run() {
  std::unique_lock lock(mutex_);
  while (!done_) {
    auto elapsed = std::chrono::steady_clock::now() - started_;
    if (what_.empty() && shown_) { // somebody else speaks
      std::fputs("\r\033[K", stderr);
      shown_ = false;
    }
    if (elapsed > 2s && !what_.empty()) {
      auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
      std::fprintf(stderr, "\r\033[Ksteward: %s (%lld s)", what_.c_str(), static_cast<long long>(seconds));
      std::fflush(stderr);
      shown_ = true;
    }
    changed_.wait_for(lock, 250ms, [this] { return done_; });
  }
}

} // namespace steward
