// A program with what the stages up to sharing know of it: what every command that analyses begins with.
#pragma once

#include "driver/stages.h"
#include "models/models.h"
#include "pointer/pointer_analysis.h"
#include "program/program.h"
#include "sharing/sharing.h"
#include "steward/check.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace steward {

// Each part refers to those before it, so the whole stays where it is.
struct WholeProgram {
  Models models;
  Program program;
  std::unique_ptr<PointerAnalysis> pointers;
  std::unique_ptr<Reach> reach;
  std::unique_ptr<Origins> origins;
  std::unique_ptr<Sharing> sharing;
};

// With `keepOthers`, also what is known to be used by one origin only is kept (Sharing::others).
llvm::Expected<std::unique_ptr<WholeProgram>> analyseWholeProgram(const CheckOptions& options, Stages& stages,
                                                                  bool keepOthers = false);

// What was not analysed, for every report.
std::vector<Skipped> listSkipped(const WholeProgram& whole);

// Where something stands in the source; unknown for an invalid position.
SourceLocation locationOf(const Program& program, PositionId id);

// The shipped models, those of the project's steward.toml, and those of the options.
llvm::Expected<Models> readModels(const CheckOptions& options);

llvm::Expected<Program> readProgram(const CheckOptions& options, const Models& models, const Stages& stages);

} // namespace steward
