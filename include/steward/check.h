// The static detector, as a library: a program in, a report out.
#pragma once

#include "steward/module_file.h"
#include "steward/race.h"
#include "steward/triage.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace steward {

struct CheckOptions {
  std::vector<std::string> files; // C and C++ sources, bitcode, archives, textual IR, Steward's program text (.steward)
  std::vector<std::string> compilerFlags; // for the sources
  std::vector<ModuleFile> modules;        // more of the program, compiled before
  std::vector<std::string> models;        // the user's model files
  std::string context = "origin:1";       // none, callsite:K, object:K, origin:K
  std::vector<std::string> without;       // what makes the pointer analysis precise and is to be left out
  bool strictAliasing = true;             // believe the types; never with -fno-strict-aliasing among the flags
  // Accesses through pointers to more objects are left out; 0: none are. Without a number, as few as make it possible
  // to go on.
  std::optional<unsigned> maxObjects;
  double minRank = defaultMinRank; // races of a lower rank are counted, not listed
  bool raceFreeOnly = false;       // only races on what the source declares to be free of them
  bool findGuarded = false;        // also list what is always accessed under one lock
  TriageOptions triage;            // what is left alone, not the project's, or known
  std::string statistics;          // a file for figures about each stage, written as they come; empty: none
  // Called when a stage begins, and now and then inside long ones.
  std::function<void(const std::string& what)> progress;
};

// Either a report, or why there is none: one line that names the file and the reason.
struct CheckResult {
  std::optional<Report> report;
  std::string error;
};

CheckResult check(const CheckOptions& options);

// The program model in its textual form, for looking at what the analyses see.
CheckResult printProgram(const CheckOptions& options, std::string& text);

// What may be left out.
std::vector<std::string> precisionFeatures();

std::string version();

} // namespace steward
