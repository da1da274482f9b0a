// A whole build in, its programs out, each as the modules that it is made of.
//
//   make (Bear), or          ┌─► commands ─► which objects make what ─┐
//   compile_commands.json ───┤   step.h      graph.h                  ├─► programs
//                            └─► bitcode, in parallel, cached ────────┘   link_program.h
//                                compile_units.h, cache.h
#pragma once

#include "capture/cache.h"
#include "steward/module_file.h"
#include "steward/race.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace steward {

struct CaptureRequest {
  std::string database;              // compile_commands.json, or its folder; or else
  std::vector<std::string> command;  // the build
  std::vector<std::string> programs; // only these; by path or by file name
  bool isQuiet = false;
  std::function<void(const std::string& what)> say = [](const std::string&) {};
};

struct CapturedProgram {
  std::string name; // as seen from where we are
  std::vector<ModuleFile> modules;
  uint64_t sources = 0, compiled = 0; // source files of it, and how many of them are there as bitcode
  bool strictAliasing = true;
  std::vector<Skipped> skipped;
  std::vector<std::string> notes;
};

struct Capture {
  std::vector<CapturedProgram> programs;
  std::vector<std::string> notes;        // about the build as a whole
  size_t compiledNow = 0, fromCache = 0; // source files
};

// The modules are files of the cache. An error is one line.
llvm::Expected<Capture> captureBuild(const CaptureRequest& request, CompileCache& cache);

} // namespace steward
