// steward.toml: what a project wants of Steward, without typing it each time.
//
//   models = ["tools/our-locks.toml"]       # paths are relative to the file
//   suppressions = ["tools/races.supp"]
//   apart = ["third_party/*"]               # code that is not ours: its races are listed apart
//   baseline = "tools/known-races.json"
//   min-rank = 0.5
//   context = "origin:1"
//   fail-on = "new"
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace steward {

struct Config {
  std::vector<std::string> models, suppressions, apart;
  std::optional<std::string> baseline, context, failOn;
  std::optional<double> minRank;
};

// A file that does not exist is an empty configuration; without one, the error reads "FILE:LINE: reason".
struct ReadConfig {
  std::optional<Config> config;
  std::string error;
};
ReadConfig readConfigFile(const std::string& path);

} // namespace steward
