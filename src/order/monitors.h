// Locks that programs make of plain variables under a mutex, and ticket locks.
//
//   lock(&m); while (busy) wait(&c, &m); busy = 1; unlock(&m);     …     lock(&m); busy = 0; signal(&c); unlock(&m);
//   lock(&m); while (count == 0) wait(&c, &m); count--; …          …     count++;              with one permit
//   while (writer) wait(…); readers++;                             …     readers--;            readers and writers:
//   while (writer || readers) wait(…); writer = 1;                 …     writer = 0;
//   my = fetch_add(&next, 1); while (load(&serving) != my) ;       …     fetch_add(&serving, 1);
//
// Testing and setting the variable without letting the mutex go in between is what an atomic exchange does for a spin
// lock (order/spin_locks.h): who has set it is alone until it is set back. Of readers the count says how many there
// are; a writer that has seen 0 there keeps them out, as they keep out writers.
//
// Here is decided what may be such a lock: every write of the program that may lead there is one of these; plain writes
// of the value that it starts with are taken for initialisation when they are made without the mutex (one that were not
// would race with the others, and is reported). That one mutex is held at all the others, and that nobody sets back who
// has not got the lock, is what the order analysis checks in the states that it finds.
#pragma once

#include "order/addresses.h"
#include "order/observed.h"
#include "program/dominators.h"
#include "sharing/reach.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace steward {

class Monitors {
public:
  Monitors(const PointerAnalysis& pointers, const Reach& reach);

  // A lock that is taken or given back: the one `distance` bytes from where the pointer leads.
  struct Change {
    bool takes = false;
    LockMode mode = LockMode::Exclusive;
    ValueId pointer;
    int64_t distance = 0;
    bool isGuarded = true;  // by a mutex: no ticket lock
    bool isInitial = false; // a write that may also be the first one
  };
  bool empty() const { return changes_.empty(); }
  bool isLock(const ExactAddress& address) const { return locks_.count(address) != 0; }
  const Change* changeAt(InstanceId instance, InstructionId write) const;
  bool takesOnEdges(InstanceId instance) const {
    auto it = edges_.lower_bound({instance, BlockId(0), 0});
    return it != edges_.end() && std::get<0>(it->first) == instance;
  }
  const Change* takenOn(InstanceId instance, BlockId block, unsigned successor) const;

private:
  enum class Shape : uint8_t { Other, Set, Clear, Up, Down, Number };
  struct Write {
    InstanceId instance;
    InstructionId instruction;
    ValueId pointer;
    Shape shape = Shape::Other;
    bool isTested = false;         // Set: seen to be 0; Down: seen not to be 0
    std::vector<int64_t> zeroes;   // Set, Up: distances to what was seen to be 0
    std::optional<int64_t> number; // what is stored
  };
  struct Place {
    uint64_t bytes = 0;
    bool isBroken = false;
    std::vector<size_t> writes;
  };
  // Where a ticket is awaited.
  struct Ticket {
    InstanceId instance;
    BlockId block;
    unsigned successor;
    ValueId serving, next; // pointers
    int64_t distance = 0;  // from the first to the second
  };
  using Site = std::pair<InstanceId, InstructionId>;

  bool mayLock(InstanceId instance) const;
  void findWrites(InstanceId instance);
  void findTests(Write& write);
  void findTickets(InstanceId instance);
  void findPlaces();
  void decide();
  void decideTickets();
  bool isLet(InstanceId instance, InstructionId instruction) const;
  bool isOneHold(InstanceId instance, InstructionId read, BlockId test, InstructionId write);
  std::optional<int64_t> distance(InstanceId instance, ValueId from, InstanceId otherInstance, ValueId to);
  bool isRaised(InstanceId instance, const Instruction& write);
  bool startsWith(LocationId place, const Place& found, int64_t number) const;
  std::optional<int64_t> numberOf(InstanceId instance, ValueId value) const;
  LocationId shifted(LocationId place, int64_t by) const;
  const Dominators& dominators(FunctionId function);
  const Instruction* definitionOf(InstanceId instance, ValueId value) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  Roots roots_; // of its own: which of equal values stands for them is for the order analysis to see first
  std::vector<Write> writes_;
  std::vector<Ticket> tickets_;
  std::map<LocationId, Place> places_;
  std::map<FunctionId, std::unique_ptr<Dominators>> dominators_;
  std::set<ExactAddress> locks_; // all that there may be
  std::map<Site, Change> changes_;
  std::map<std::tuple<InstanceId, BlockId, unsigned>, Change> edges_;
};

} // namespace steward
