// From places that race to the record that reports are made of: names, stacks, locks, reasons.
#pragma once

#include "program/expression.h"
#include "race/detect.h"
#include "race/marks.h"
#include "steward/race.h"

namespace steward {

class RaceDescriber {
public:
  RaceDescriber(const PointerAnalysis& pointers, const Origins& origins, const OrderAnalysis& order,
                const Concurrency& concurrency)
      : pointers_(pointers), program_(pointers.program()), origins_(origins), order_(order), concurrency_(concurrency),
        marks_(pointers), names_(program_), start_(program_.strings.find(startFunctionName)),
        process_(program_.strings.find(processFunctionName)) {}

  // Highest rank first, then by place in the source. Ids are unique.
  std::vector<Race> describe(llvm::ArrayRef<RacingPlace> places) const;

private:
  Race race(const RacingPlace& place) const;
  RaceAccess access(const RacingAccess& a) const;
  StackFrame shown(const RacingAccess& a) const;
  RaceObject object(const RacingPlace& place) const;
  SourceLocation location(PositionId id) const;
  std::vector<StackFrame> stack(FrameId frame, InstructionId last) const;
  std::vector<StackFrame> creation(OriginId origin) const;
  std::vector<std::string> locks(const RacingAccess& a) const;
  std::string lockName(const Object& object, uint64_t offset) const;
  std::vector<std::string> why(const RacingAccess& a, const RacingAccess& b) const;
  std::string whyTogether(OriginId a, OriginId b) const;
  std::string benignText(const Mark& mark) const;
  std::optional<Handler> handler(const RacingAccess& a) const; // the one that the access is made in

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Origins& origins_;
  const OrderAnalysis& order_;
  const Concurrency& concurrency_;
  Marks marks_;
  ExpressionNames names_;
  StringId start_, process_; // functions that no person wrote
};

} // namespace steward
