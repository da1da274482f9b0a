// What the source says about races (program.h, Mark): on the memory that a place is, and on functions.
#pragma once

#include "sharing/sharing.h"

namespace steward {

class Marks {
public:
  explicit Marks(const PointerAnalysis& pointers);

  // The marks of one place: those of its variable, and of the members that it lies in.
  struct OfPlace {
    bool isRaceFree = false;
    const Mark* benign = nullptr;
    const Mark* guard = nullptr;
  };
  OfPlace of(const Place& place) const;

  const Mark* benign(FunctionId function) const { return find(function, MarkKind::Benign); }
  const Mark* required(FunctionId function) const { return find(function, MarkKind::Requires); }

private:
  const Mark* find(FunctionId function, MarkKind kind) const;
  void add(OfPlace& found, const Mark& mark) const;
  uint64_t memberSize(TypeId type, uint64_t offset) const;
  void ofMembers(OfPlace& found, TypeId type, uint64_t offset) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
};

} // namespace steward
