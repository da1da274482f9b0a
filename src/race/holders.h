// Memory that one variable leads to, from when it is allocated until it is freed: the lock beside the variable guards
// the memory.
//
//   q->items = malloc(n * sizeof *q->items);                   made for this q, and stored nowhere else
//   lock(&q->m); q->items[q->used++] = x; unlock(&q->m);       q->m guards q->items for every q
//   lock(&l->m); push(l->buffer, x); unlock(&l->m);            also in what is called
//
// Whoever uses such memory has read its address from that one variable. So two threads at one piece of it have read the
// same variable, and if both hold the lock at some distance from the variable they hold the same lock. That the
// variable gets another piece of memory later changes nothing: each piece has had one variable only.
//
// It is so when addresses of the memory lie in one place of one kind of object and nowhere else, and only one
// instruction stores them there, each time just after the memory was made; growing it in place (realloc) is more of the
// same. Variables that are nothing but a pointer have no lock beside them, and do not count.
#pragma once

#include "race/fresh.h"
#include "race/writes.h"

namespace steward {

class Holders {
public:
  Holders(const PointerAnalysis& pointers, const Reach& reach, OrderAnalysis& order, Scopes& scopes, Writes& writes,
          Fresh& fresh)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), order_(order), scopes_(scopes),
        writes_(writes), fresh_(fresh) {}

  // How far the lock is from the variable that the address was read from, when each piece of the object has only one.
  std::optional<int64_t> distance(ObjectId object, InstanceId instance, ValueId address, const RelativeLock& lock);

private:
  static constexpr size_t maxHolders = 500'000; // places that hold addresses; more is imprecision
  void findPlaces();
  bool isHeldOnce(ObjectId object);
  bool isKeptToOne(ObjectId object, LocationId holder);
  bool isMadeFor(const Write& write, ValueId value);
  bool isGrown(const Write& write, ValueId value);
  InstructionId definitionOf(InstanceId instance, ValueId value) const;
  bool hasLockBeside(LocationId place) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  OrderAnalysis& order_;
  Scopes& scopes_;
  Writes& writes_;
  Fresh& fresh_;
  bool hasPlaces_ = false, hasTooMany_ = false;
  llvm::DenseMap<ObjectId, llvm::SmallVector<LocationId, 1>> places_; // that lead to an object
  llvm::DenseMap<ObjectId, bool> known_;
};

} // namespace steward
