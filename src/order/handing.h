// Which tokens each function signals and awaits, and so what is signalled and awaited wherever it runs.
//
//   void publish() { data = 1; ready.store(1, release); }      adds: `ready` signalled
//   void start()   { while (!ready.load(acquire)) ; }          adds: `ready` awaited
//
// What a function adds does not depend on what came before it, so that every function is looked at once, callees first
// and recursion until nothing changes. Then what was there before is carried along the calls, frame by frame. The
// states of the order analysis are not told apart by tokens: there are many of these that cost more than they tell.
#pragma once

#include "order/frames.h"
#include "order/handed.h"
#include "order/tokens.h"

#include <optional>
#include <set>

namespace steward {

class Handing {
public:
  // `joined` says which fork a join surely ends, in whatever frame of its instance.
  Handing(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const Tokens& tokens,
          const IdVector<FrameId, Frame>& frames, const std::vector<FrameCall>& calls,
          const std::vector<FrameId>& roots, const std::map<CallSite, ForkId>& joined);

  const HandedTable& table() const { return table_; }
  HandedId merge(HandedId a, HandedId b) { return table_.merge(a, b); }
  // What has been handed over before an instruction of a frame, in each way that leads there.
  std::vector<HandedId> at(FrameId frame, InstructionId instruction);

private:
  // What an instance adds from its start to each block and to its ends, as far as control gets there.
  struct Summary {
    std::vector<HandedId> blocks;
    HandedId exit, unwind;
    HandedId ended; // where the thread ends
    std::set<InstanceId> dependents;
  };
  struct Flow {
    HandedId normal, thrown;
  };
  // Functions entered with more than this have it merged.
  static constexpr size_t maxEntries = 16;

  void findConcerned();
  void summarise();
  void process(InstanceId instance);
  Flow step(InstanceId instance, InstructionId instruction, HandedId before);
  Flow call(InstanceId instance, InstructionId instruction, HandedId before);
  HandedId effects(InstanceId instance, InstructionId instruction, const CallModel& model, HandedId before);
  HandedId onEdge(InstanceId instance, BlockId from, unsigned successor, HandedId handed);
  HandedId addedBy(InstanceId callee, HandedId Summary::* end, InstanceId caller);
  HandedId withSignals(HandedId handed, llvm::ArrayRef<TokenId> tokens);
  HandedId ofJoined(ForkId fork, InstanceId caller);
  HandedId before(InstanceId instance, InstructionId instruction);
  void carry(const std::vector<FrameCall>& calls, const std::vector<FrameId>& roots);
  void enter(FrameId frame, HandedId handed);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  const Tokens& tokens_;
  const IdVector<FrameId, Frame>& frames_;
  const std::map<CallSite, ForkId>& joined_;
  HandedTable table_;
  llvm::BitVector concerned_;  // instances that add something, by themselves or by what they call
  llvm::BitVector endsThread_; // instances with a call that ends the thread
  std::vector<Summary> summaries_;
  std::set<InstanceId> work_;
  std::map<std::pair<InstanceId, InstructionId>, HandedId> before_;
  std::vector<std::vector<HandedId>> entries_; // by frame
  std::vector<std::pair<FrameId, HandedId>> entering_;
  HandedId worst_;
};

} // namespace steward
