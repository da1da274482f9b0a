// Where a thread takes an object out of a container: it reads the object's address from a place and, before it lets go
// of any lock, sees to it that nobody finds the address there again.
//
//   p = q->head;  q->head = p->next;               the place gets something else
//   p = slots[i]; slots[i] = NULL;
//   p = q->ring[q->out];  q->out = (q->out + 1) % n;  what leads to the place is moved on
//   n = q->first; p = n->task; q->first = n->next;
//   p = atomic_exchange(&slot, NULL);
//
// That nobody comes between needs a lock that all who use the place hold; ownership.h asks about that.
#pragma once

#include "order/order.h"
#include "race/symbolic.h"
#include "sharing/sharing.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace steward {

class Takes {
public:
  Takes(const PointerAnalysis& pointers, const Reach& reach, OrderAnalysis& order, const Sharing& sharing,
        Scopes& scopes)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), order_(order), sharing_(sharing),
        scopes_(scopes) {}

  // Finds all of the program's; the first time only.
  void find();

  // Whether the instruction reads an address that nobody finds there again.
  bool isTake(InstanceId instance, InstructionId read) const { return takes_.contains({instance, read}); }
  // Whether what the instruction reads is not there any more before a lock is let go, whatever is there instead.
  bool isReplaced(InstanceId instance, InstructionId read) const { return replaced_.contains({instance, read}); }
  // Whether it copies, into the place, the pointer in the object that says what comes next there.
  bool copiesNext(InstanceId instance, InstructionId read) const { return copying_.contains({instance, read}); }
  // Whether the instruction gives a place what came next after what was taken from there.
  bool isMovingOn(InstanceId instance, InstructionId store) const { return moves_.contains({instance, store}); }
  // Whether the instruction reads what comes next.
  bool readsNext(InstanceId instance, InstructionId read) const { return nexts_.contains({instance, read}); }
  // Whether addresses at the place may be taken from there, or become what is taken.
  bool isTakenFrom(LocationId place) const { return cells_.contains(place); }
  // Such a place that is emptied by taking; what is found in it is in the container.
  bool isEmptied(LocationId place) const { return isTakenFrom(place) && !moved_.contains(place); }
  // What is moved on by taking, of a place that is not emptied; else invalid.
  LocationId moverOf(LocationId place) const { return moved_.contains(place) ? movers_.lookup(place) : LocationId(); }
  // Not all who take from the place move the same thing on.
  bool isAmbiguous(LocationId place) const { return ambiguous_.contains(place); }
  bool isPut(InstanceId instance, ValueId address) const;

  // Whether control can get from one instruction to another through one that may let go of a lock, without going
  // through the first again.
  bool mayLetGo(InstanceId instance, InstructionId from, InstructionId to);
  // The same from the start of the function.
  bool mayLetGo(InstanceId instance, InstructionId to);

private:
  // What an address or number is computed from, so that equal ones are computed alike.
  using Key = std::vector<int64_t>;
  struct Shape {
    Key key;
    std::vector<std::pair<Key, ValueId>> read; // variables that it depends on, and their addresses
  };
  void findIn(InstanceId instance);
  void shape(const Function& function, ValueId value, Shape& into, unsigned depth = 0) const;
  bool isRemoved(InstanceId instance, InstructionId read, ValueId address);
  void dropReplaced();
  bool lets(InstanceId instance, InstructionId id) const;
  ValueId strip(const Function& function, ValueId value) const;
  bool isOneOf(const Function& function, ValueId value, LocalId root) const;
  llvm::ArrayRef<InstructionId> releases(InstanceId instance);

  using At = std::pair<InstanceId, InstructionId>;
  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  OrderAnalysis& order_;
  const Sharing& sharing_;
  Scopes& scopes_;
  bool isFound_ = false;
  llvm::DenseSet<At> takes_, replaced_, copying_, moves_, nexts_;
  llvm::DenseSet<LocationId> cells_, moved_, ambiguous_;
  llvm::DenseSet<LocationId> emptied_;            // by somebody who leaves nothing there, or what comes next
  llvm::DenseMap<LocationId, LocationId> movers_; // what is moved on, of places that are not emptied
  llvm::DenseMap<InstanceId, std::vector<InstructionId>> releases_;
};

} // namespace steward
