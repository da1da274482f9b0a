// How the code of an access comes to the object that it is to: whether two threads are likely to mean the same one.
//
//   void on_event(void *arg) { struct conn *c = arg; c->state = 1; }             its own: what it was handed
//   struct item *it = malloc(sizeof *it); it->next = 0;                          made there
//   for (i = 0; i < n; i++) if (conns[i]->state) …                               found, from a variable that all see
//
// One allocation makes many objects, and points-to sets do not tell which of them a pointer is to. Where neither of two
// threads has looked for the object in a place that others see, each has most likely its own. This proves nothing: who
// hands out the same object twice is right where it says "own" (rank.h lowers a report for it, and says so).
#pragma once

#include "order/order.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>

namespace steward {

enum class Way : uint8_t {
  Unknown,
  Own,   // what the thread or handler was handed, what hangs off that, and variables of the thread
  Made,  // allocated on the way here, or perhaps
  Found, // from a global variable
};

class Ways {
public:
  Ways(const PointerAnalysis& pointers, const OrderAnalysis& order)
      : pointers_(pointers), program_(pointers.program()), order_(order) {
    for (const FrameCall& call : order.calls()) calls_[call.to].push_back(&call);
  }

  struct Answer {
    Way way = Way::Unknown;
    std::vector<CallSite> loads = {}; // where the address was read from memory, here or in a caller
    std::vector<CallSite> ledBy = {}; // where the address of what led to that was
    std::vector<GlobalId> named = {}; // variables that it may be in, by name
  };
  // Its own, if it is on some way that leads to the frame. An element of an array of things that are `stride`
  // bytes apart, if not 0, is found as well where it is picked by number.
  Answer of(FrameId frame, ValueId pointer, uint64_t stride = 0);

private:
  // A function as it was called on the way, inwards from a frame.
  struct Context {
    InstanceId instance;
    FrameId frame;                   // valid: entered as that says
    const Context* caller = nullptr; // otherwise called by this, there
    InstructionId call = {};
  };
  struct Sources {
    uint64_t stride = 0;
    std::vector<CallSite> loads = {}, ledBy = {};
    std::vector<GlobalId> named = {};
    bool own = false, made = false, found = false, unknown = false, picked = false;
    std::set<std::tuple<InstanceId, ValueId, bool>> seen = {}; // loops lead back
    std::set<std::pair<InstanceId, ValueId>> filled = {};      // variables whose stores were looked at
    bool empty() const { return !own && !made && !found && !unknown && !picked; }
    Answer answer() const;
  };
  std::optional<Answer> ofParameter(FrameId frame, uint32_t index, bool isBehind, uint64_t stride);
  void trace(const Context& context, ValueId value, bool isBehind, unsigned depth, Sources& sources);
  void traceParameter(const Context& context, uint32_t index, bool isBehind, unsigned depth, Sources& sources);
  void traceResult(const Context& context, InstructionId call, bool isBehind, unsigned depth, Sources& sources);
  void traceStored(const Context& context, ValueId variable, unsigned depth, Sources& sources);
  bool traceStores(const Context& context, ValueId variable, unsigned depth, Sources& sources);
  bool traceStoresIn(const Context& context, InstructionId call, llvm::function_ref<bool(ValueId)> isMeant,
                     unsigned depth, Sources& sources);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const OrderAnalysis& order_;
  llvm::DenseMap<FrameId, std::vector<const FrameCall*>> calls_; // of a frame
  std::map<std::tuple<FrameId, ValueId, uint64_t>, Answer> known_;
  // Nothing while it is being found: recursion tells nothing new.
  std::map<std::tuple<FrameId, uint32_t, bool, uint64_t>, std::optional<Answer>> parameters_;
};

} // namespace steward
