// The static detector for a whole build: its programs are found, compiled and checked one by one.
#pragma once

#include "steward/check.h"

#include <string>
#include <vector>

namespace steward {

struct BuildOptions {
  CheckOptions check;                // its files and compilerFlags are empty
  std::string database;              // a compile_commands.json or its folder; or else
  std::vector<std::string> command;  // the build to record
  std::vector<std::string> programs; // only these; empty: all
  bool quiet = false;                // show what the build says only when it fails
};

// Either a report for each program, or why there is none. A program that cannot be checked alone is a failure of its
// own, and the others go on.
struct BuildResult {
  std::vector<Report> reports;       // by the name of the program
  std::vector<std::string> failures; // "NAME: reason"
  std::string error;
};

BuildResult checkBuild(const BuildOptions& options);

// Reports of several programs as one: a race in code that they share is there once, and says in which it was found.
Report mergeReports(std::vector<Report> reports);

} // namespace steward
