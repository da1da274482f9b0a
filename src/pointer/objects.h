// Abstract objects and the locations inside them: what points-to sets are made of.
#pragma once

#include "pointer/context.h"
#include "program/layout.h"
#include "program/program.h"

#include "llvm/ADT/DenseMap.h"

namespace steward {

using ObjectId = Id<struct ObjectTag>;
using LocationId = Id<struct LocationTag>;
using InstanceId = Id<struct InstanceTag>; // a function in a context

enum class ObjectKind : uint8_t {
  Global,   // site: GlobalId
  Function, // site: FunctionId
  Stack,    // site: InstructionId of the Allocate
  Heap,     // site: InstructionId of the call or Allocate
  VarArgs,  // site: FunctionId; the variadic arguments of an instance, as one array
  Thread,   // site: InstructionId of the fork; what a thread's handle denotes
  Library,  // site: FunctionId, or a number behind them; storage of a library's own
  Unknown,  // site: FunctionId; whatever an unknown function returned
};

struct Object {
  ObjectKind kind = ObjectKind::Unknown;
  uint32_t site = 0;
  ContextId context;   // invalid for what exists once
  InstanceId instance; // the instance that allocates it; invalid for what exists before main
  TypeId type;         // of one element, when known
  uint64_t size = 0;   // 0 when unknown
};

// A place inside an object: the byte offset of the first element of the arrays around it (Layout::firstElement), or any
// place at all.
struct Location {
  static constexpr uint64_t any = ~uint64_t{0};
  ObjectId object;
  uint64_t offset = 0;
  bool isAny() const { return offset == any; }
};

class ObjectTable {
public:
  ObjectTable(const Program& program) : program_(program), layout_(program) {}

  ObjectId object(const Object& wanted); // the one of that kind, site and context, made on first use
  const Object& operator[](ObjectId id) const { return objects_[id]; }
  const Location& operator[](LocationId id) const { return locations_[id]; }
  size_t objectCount() const { return objects_.size(); }
  size_t locationCount() const { return locations_.size(); }
  llvm::ArrayRef<LocationId> locationsOf(ObjectId id) const { return locationsOf_[id]; }

  LocationId location(ObjectId object, uint64_t offset);
  LocationId find(ObjectId object, uint64_t offset) const; // invalid when nothing ever pointed there
  LocationId moved(LocationId from, int64_t bytes);                 // by a number of bytes
  LocationId movedByElements(LocationId from, int64_t stride, std::optional<int64_t> count); // nothing: unknown count
  LocationId anywhere(LocationId from) { return location(locations_[from].object, Location::any); }

  // True when the location stands for one place in each concrete object, not for all elements of an array.
  bool isOnePlace(LocationId id) const;
  Layout& layout() const { return layout_; }

private:
  // An object of unknown type keeps this many bytes apart; what lies behind is one place.
  static constexpr uint64_t untypedLimit = 4096;

  uint64_t canonical(const Object& object, uint64_t offset) const;

  const Program& program_;
  mutable Layout layout_; // remembers answers
  IdVector<ObjectId, Object> objects_;
  IdVector<LocationId, Location> locations_;
  IdVector<ObjectId, std::vector<LocationId>> locationsOf_;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, LocationId> locationIds_;
  std::map<std::tuple<ObjectKind, uint32_t, ContextId>, ObjectId> objectIds_;
};

} // namespace steward
