// How a thread has got the address of an object: after everything that was done to the object before its address was
// given away?
//
//   b = make(); b->size = 10;                     nobody else has it yet (fresh.h)
//   lock(&m); b->next = all; all = b; unlock(&m);
//   mine->buffer = b;                             somebody else may read that at any time
//
//   lock(&m); for (b = all; b; b = b->next) sum += b->size;       got it from where it is kept in order
//
// That `mine->buffer` is used without order says nothing about who has gone through the list. An address that is read
// from memory was stored there by somebody: when the store is ordered before the read, and whoever stored it has made
// the object or got its address in this way too, then what came before the object was given away came before the read.
// What leads to the memory that is read (the list's elements) must have been got so as well: an object that lies in
// another one that is new is given away with that.
#pragma once

#include "race/ownership.h"
#include "race/supposed.h"

namespace steward {

class Receipts {
public:
  Receipts(const PointerAnalysis& pointers, const Sharing& sharing, Scopes& scopes, Writes& writes,
           Suppositions& suppositions, Ownership::IsOrdered isOrdered)
      : pointers_(pointers), program_(pointers.program()), sharing_(sharing), scopes_(scopes), writes_(writes),
        isOrdered_(std::move(isOrdered)), known_(suppositions) {}

  // Whether the address, when it is in the object, was got in order by every thread that runs the instance, or by
  // making the object.
  bool isInOrder(InstanceId instance, ValueId address, ObjectId object);

private:
  static constexpr unsigned maxSteps = 100'000; // for a program
  bool decide(InstanceId instance, ValueId root, ObjectId object);
  bool isGivenInOrder(InstanceId instance, LocalId parameter, ObjectId object);
  bool isReadInOrder(InstanceId instance, InstructionId load, ObjectId object);
  bool isStoredInOrder(LocationId place, ObjectId object);
  bool isReturnedInOrder(InstanceId instance, InstructionId call, ObjectId object);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Sharing& sharing_;
  Scopes& scopes_;
  Writes& writes_;
  Ownership::IsOrdered isOrdered_;
  Supposed<std::tuple<InstanceId, ValueId, ObjectId>> known_;
  unsigned steps_ = 0;
};

} // namespace steward
