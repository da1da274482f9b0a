// What a piece of work costs when threads do it at once: one line each, nanoseconds at its end.
#pragma once

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

// `work(thread, i)`, `count` times in each of the threads.
template <typename Work>
void measure(const char* name, long count, Work work, int threads = 2) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  std::vector<std::thread> team;
  for (int thread = 0; thread < threads; ++thread)
    team.emplace_back([&, thread] {
      for (long i = 0; i < count; ++i) work(thread, i);
    });
  for (std::thread& each : team) each.join();
  std::printf("%s %.1f\n", name,
              std::chrono::duration<double, std::nano>(Clock::now() - start).count() / double(count * threads));
}
