// Objects that are handed from thread to thread through containers, and belong to one thread at a time in between.
//
//   t = make(); t->x = 1;                                    whoever made it has it alone
//   lock(&m); t->next = head; head = t; unlock(&m);          put: nobody has it
//   lock(&m); t = head; head = t->next; unlock(&m);          taken: whoever took it has it alone
//   t->x++; free(t);                                         or puts it elsewhere
//
// Only who has an object puts it anywhere that objects are taken from, and does it once: then it is in one place, and
// who takes it from there (takes.h) is the only one. Who finds it in the container and does not take it may use it as
// long as it keeps the lock, and does not meet those who have objects out of the container.
//
// All of it is checked for all of the program: every store to a place that objects are taken from, and that those who
// take and those who put are kept apart by a lock or other order. One exception and it holds for none of the objects.
#pragma once

#include "race/fresh.h"
#include "race/supposed.h"
#include "race/takes.h"
#include "sharing/sharing.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace steward {

class Ownership {
public:
  // What a thread has of an object that it uses.
  enum class Hold : uint8_t {
    Nothing,
    Found, // it is in a container, whose lock is held since it was found there
    Alone, // it was made here, or taken out of a container
  };
  // Whether all that writes the place is ordered with all reads of it that are meant.
  using IsOrdered = std::function<bool(LocationId place, llvm::function_ref<bool(const SharedAccess&)> isMeant)>;

  Ownership(const PointerAnalysis& pointers, const Reach& reach, OrderAnalysis& order, const Sharing& sharing,
            Scopes& scopes, Writes& writes, Publishers& publishers, Suppositions& suppositions, IsOrdered isOrdered)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), scopes_(scopes), writes_(writes),
        isOrdered_(std::move(isOrdered)), takes_(pointers, reach, order, sharing, scopes),
        alone_(pointers, reach, scopes, publishers, &takes_), found_(suppositions), visits_(suppositions),
        handedOver_(suppositions) {}

  Hold holdOf(InstanceId instance, ValueId address, InstructionId at, ObjectId object);
  // Of two uses of objects that one abstract object stands for.
  bool areApart(ObjectId object, Hold a, Hold b) {
    bool isOneAlone = (a == Hold::Alone && b != Hold::Nothing) || (b == Hold::Alone && a != Hold::Nothing);
    return isOneAlone && isHandedOver(object);
  }
  // Whether the address was read from a place that somebody takes objects from: it looks handed over, proved or not.
  bool looksTaken(InstanceId instance, ValueId address);

  Takes& takes() { return takes_; }

private:
  static constexpr unsigned maxDepth = 8;
  bool isFound(InstanceId instance, ValueId address, InstructionId at, ObjectId object, unsigned depth);
  bool isFoundAt(InstanceId instance, ValueId root, InstructionId at, ObjectId object, unsigned depth);
  bool isVisit(InstanceId instance, InstructionId read, ObjectId object, unsigned depth);
  bool isVisitOf(InstanceId instance, InstructionId read, ObjectId object, unsigned depth);
  bool isEnd(InstanceId instance, InstructionId read, ObjectId object);
  bool isKeptUp(LocationId end, LocationId first, bool whenEmpty, ObjectId object);
  std::vector<InstructionId> readsKnownNotNull(InstanceId instance, InstructionId at);
  bool isHandedOver(ObjectId object);
  bool keepsToRule(ObjectId object);
  void findPlaces();
  bool isProperlyPut(InstanceId instance, InstructionId store, ObjectId object, llvm::ArrayRef<LocationId> inside);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  Scopes& scopes_;
  Writes& writes_;
  IsOrdered isOrdered_;
  Takes takes_;
  Fresh alone_;
  Supposed<std::tuple<InstanceId, ValueId, InstructionId, ObjectId>> found_;
  Supposed<std::tuple<InstanceId, InstructionId, ObjectId>> visits_;
  Supposed<ObjectId> handedOver_;
  llvm::DenseMap<ObjectId, std::vector<LocationId>> places_; // that addresses of an object are taken from
  bool hasPlaces_ = false;
};

} // namespace steward
