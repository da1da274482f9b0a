// Locks held and origins running at every point: a forward, interprocedural, flow-sensitive analysis of each origin.
//
//   lock(&m);            {m}                     A function is analysed once for each state it is entered in, not once
//   f();                 f in {m}                for each way that leads to it; callers wait for the state it is left
//   unlock(&m);          {}                      in, and recursion goes round until nothing changes.
//   create(&t, g);       {}, g runs
//   join(t);             {}
//
// Origins are analysed children first, so that a join knows what the child leaves running. Cost: instructions times
// distinct entry states.
#pragma once

#include "order/addresses.h"
#include "order/barriers.h"
#include "order/conditions.h"
#include "order/frames.h"
#include "order/handing.h"
#include "order/loops.h"
#include "order/monitors.h"
#include "order/owners.h"
#include "order/permits.h"
#include "order/spin_locks.h"
#include "order/state.h"
#include "order/steps.h"
#include "order/sweeps.h"
#include "order/tokens.h"
#include "pointer/sets.h"
#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>
#include <vector>

namespace steward {

// An instruction as some origin executes it.
struct Execution {
  FrameId frame;
  StateId state;
  HandedId handed = HandedTable::nothing();
  bool isOnly = true; // no other frame executes it in the same state
};

// One way that a token is signalled.
struct SignalExecution {
  TokenId token;
  Publication publication = Publication::Plain;
  OriginId origin;
  StateId state; // before it
  HandedId handed;
  friend auto operator<=>(const SignalExecution&, const SignalExecution&) = default;
};

class OrderAnalysis {
public:
  // Executions are recorded for the instructions in `wanted` only.
  OrderAnalysis(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                const llvm::BitVector& wanted);

  const StateTable& states() const { return states_; }
  const LockTable& locks() const { return locks_; }
  // The address of an access, relative to a value of its function.
  std::optional<RelativeAddress> rootOf(FunctionId function, ValueId address) { return roots_.of(function, address); }
  std::optional<Roots::Element> elementOf(FunctionId function, ValueId root) const {
    return roots_.element(function, root);
  }
  CountedLoops& loops() { return loops_; }
  const Frame& operator[](FrameId id) const { return frames_[id]; }
  size_t frameCount() const { return frames_.size() - groupFrames_.size(); }
  template <typename Visit>
  void eachFrame(Visit visit) const {
    for (uint32_t n = 0; n < frames_.size(); ++n)
      if (frames_[FrameId(n)].group.empty()) visit(FrameId(n));
  }
  // Who calls whom, and what is called by nobody: the starts of origins.
  llvm::ArrayRef<FrameCall> calls() const { return calls_; }
  llvm::ArrayRef<FrameId> frameRoots() const { return frameRoots_; }
  // Whether the instance leaves every state as it is: no lock, fork or join in what it calls.
  bool isTransparent(InstanceId instance) const { return transparent_[instance.index]; }

  // How an instruction of an instance is executed in an origin.
  llvm::ArrayRef<Execution> executions(OriginId origin, InstanceId instance, InstructionId instruction) const;
  // What may be running when a fork is executed, over all its executions.
  const std::vector<RunningFork>& runningAt(ForkId fork) const { return runningAt_[fork.index]; }
  // The states that a fork is executed in, as far as that is a thread of a team.
  const std::set<StateId>& statesOfTask(ForkId fork) const { return taskStates_[fork.index]; }
  // Not a lock, but what one thread of a team has for itself: it says nothing about other teams.
  bool isOfTeam(LockId lock) const { return teamLocks_.count(lock) != 0; }
  // Tokens (order/tokens.h): who signals them, in which states what waits for them looks, what was handed over where.
  const Tokens& tokens() const { return tokens_; }
  const std::set<SignalExecution>& signals() const { return signals_; }
  const std::set<StateId>& statesOfRead(const Wait& wait) const;
  const Handed& handed(HandedId id) const;
  // What may have been signalled when a fork is executed, and what was surely awaited.
  const Handed& handedAt(ForkId fork) const { return handed(handedAt_[fork.index]); }
  // Barriers, by the number of a lock at their address, and the steps that an origin makes from one wait to the next.
  using PhaseSteps = std::set<std::pair<uint32_t, uint32_t>>;
  const std::map<std::pair<LockId, OriginId>, PhaseSteps>& phaseSteps() const { return phaseSteps_; }
  // The wait that a node stands for; none for the node before the first.
  CallSite waitOfNode(uint32_t node) const { return nodeSites_[node]; }
  // One execution of a fork, for telling how its origins came to be.
  FrameId frameOf(ForkId fork) const { return forkFrames_[fork.index]; }

private:
  // An origin whose functions are entered in more states than this has the rest of a function's merged into one.
  // Functions entered in more states than this are analysed in what the others have in common; fewer when it gets much.
  unsigned maxEntriesPerInstance() const { return frames_.size() - firstFrame_ < 10000 ? 64 : 2; }

  void findTransparent();
  void findConditions();
  void analyse(OriginId origin);
  FrameId frame(OriginId origin, InstanceId instance, StateId entry, FrameId caller, InstructionId call);
  FrameId addFrame(Frame frame);
  FrameId called(FrameId id, InstructionId instruction, uint32_t number, StateId entered);
  FrameId groupFrame(OriginId origin, llvm::ArrayRef<InstanceId> callees, StateId entry, FrameId caller,
                     InstructionId call);
  void processGroup(FrameId id);
  void leave(FrameId id, StateId exit, StateId unwind, bool isMixed);
  void queue(FrameId id);
  void findReleased();
  void finish(FrameId frame);
  void dependOn(FrameId callee, FrameId caller, InstructionId call);
  void process(FrameId id);
  void record(OriginId origin);
  void noteJoin(CallSite site, ForkId ended);
  bool mayOrder(const Wait& wait) const;
  void handOver();
  void notePermits(FrameId frame, InstructionId instruction, StateId state);
  void noteSpin(FrameId frame, InstructionId instruction, StateId state);
  void noteMonitor(FrameId frame, InstructionId instruction, StateId state);
  void forgetUnguarded();
  StateId useMonitor(FrameId frame, InstructionId instruction, StateId state);
  LockId lockOf(FrameId frame, const Monitors::Change& change);
  bool isWaitedFor(const Fork& fork) const;
  void endTasks(FrameId frame, State& state, bool isOfTeam) const;
  LockId barrierOf(FrameId frame, const Instruction& call, const Effect& effect);
  void notePhases(FrameId frame, InstructionId instruction, StateId state);
  uint32_t nextNode(CallSite wait, uint32_t from);
  StateId useSpinLock(FrameId frame, InstructionId instruction, StateId state);
  StateId afterChangeOfPointer(FrameId frame, InstructionId instruction, StateId state);
  void forgetNoLocks();
  void usePermit(FrameId frame, InstructionId instruction, const Effect& effect, State& state);
  bool changesState(CallSite site, const CallModel& model) const;

  // Transfer. A step at a time; invalid means that control does not get past.
  struct Flow {
    StateId normal;
    StateId thrown; // where a handler or the caller's caller would go on
  };
  Flow step(FrameId frame, InstructionId instruction, StateId state);
  Flow call(FrameId frame, InstructionId instruction, StateId state);
  StateId entryFor(FrameId frame, InstructionId instruction, StateId state);
  StateId enteredIn(FrameId frame, InstructionId instruction, StateId state);
  StateId applyModel(FrameId frame, InstructionId instruction, const CallModel& model, StateId state);
  void applyEffect(FrameId frame, InstructionId instruction, const Effect& effect, State& state);
  StateId onEdge(FrameId frame, BlockId from, BlockId to, unsigned successor, StateId state);
  void join(FrameId frame, InstructionId instruction, const Effect& effect, State& state);
  void await(FrameId frame, InstructionId instruction, const Effect& effect, State& state);
  bool ownsAny(const State& state);
  bool emptied(InstanceId instance, ValueId address, BlockId block, State& state);
  bool whenEmpty(FrameId frame, ValueId condition, bool truth, BlockId to, State& state);
  std::optional<bool> decidedByClear(InstanceId instance, BlockId block, ValueId condition) const;
  bool afterSweeps(FrameId frame, BlockId from, unsigned successor, State& state);
  ValueId handleVariable(const Function& function, InstructionId join, const Effect& effect) const;
  void fork(FrameId frame, InstructionId instruction, const Effect& effect, State& state);
  void end(State& state, ForkId fork) const;
  LockId lockOf(FrameId frame, const Instruction& call, const Effect& effect);
  llvm::SmallVector<LockId, 2> locksOf(FrameId frame, const Instruction& call, const Effect& effect);
  LockId lockAt(FrameId frame, ValueId value, bool isSpin = false);
  LockId behindPointer(FrameId frame, LockId lock);
  void releaseAt(FrameId frame, ValueId value, State& state);
  bool mayRelease(FrameId frame, ValueId released, LockId held);
  bool isStartOfMain(FrameId frame, llvm::ArrayRef<InstanceId> callees) const;
  StateId afterOwnFork(FrameId frame, InstructionId instruction, InstanceId callee, StateId state);
  // Relative locks on the way into a callee and back (RELAY section 3.2: formals for actuals).
  std::optional<int64_t> fromHolder(FunctionId function, ValueId value, const RelativeLock& lock);
  StateId intoCallee(FrameId frame, InstructionId instruction, InstanceId callee, StateId state);
  StateId outOfCallee(FrameId frame, InstructionId instruction, FrameId callee, StateId before, StateId after);
  StateId forget(FrameId frame, LocalId local, StateId state); // a value that locks were relative to is given anew
  bool isPlain(const State& state) const; // no lock in it is relative or pending, and no condition known
  // What is known about conditions (order/conditions.h).
  StateId entryOf(OriginId origin);
  StateId forgetConditions(FrameId frame, InstructionId instruction, StateId state);
  bool learnOnEdge(FrameId frame, BlockId from, BlockId to, unsigned successor, State& state);
  StateId atReturn(FrameId frame, InstructionId instruction, StateId state);
  bool testsParameters(FunctionId function) const;
  void factsIntoCallee(FrameId frame, InstructionId instruction, InstanceId callee, const State& state, State& entered);
  using TranslateLock = llvm::function_ref<std::vector<HeldLock>(HeldLock)>;
  void factsOutOfCallee(FrameId frame, InstructionId instruction, FrameId callee, const State& before,
                        const State& after, TranslateLock translate, State& result);
  void addTries(InstanceId instance, ValueId value, Literal literal, const State& state,
                std::vector<GuardedLock>& guarded) const;
  llvm::SmallVector<std::pair<When, LockMode>, 2> outcomesOf(InstanceId instance, const HeldLock& tried) const;
  void releaseLock(FrameId frame, const Instruction& call, const Effect& effect, State& state);

  // Where the handles of a fork are stored: at one address, or in an element for each round of a loop.
  struct HandlePlace {
    ValueId value; // in the instance of the fork
    std::optional<ExactAddress> exact;
    std::optional<CountedElement> element;
  };
  const HandlePlace& handlePlace(ForkId fork);
  bool mayLose(InstanceId instance, const MemoryAccess& write, ForkId by, ForkId fork);
  bool writesHandle(InstanceId instance, InstructionId instruction);
  StateId afterWrites(FrameId frame, InstructionId instruction, StateId state);
  StateId beforeLoop(InstanceId instance, BlockId from, BlockId to, StateId state);

  llvm::ArrayRef<CountedElement> joinLoops(InstanceId instance); // found once

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  const llvm::BitVector& wanted_;
  StateTable states_;
  LockTable locks_;
  CountedLoops loops_;
  Roots roots_;
  Owners owners_;
  Sweeps sweeps_;
  Tokens tokens_;
  Permits permits_;
  SpinLocks spinLocks_;
  Monitors monitors_;
  Barriers barriers_;
  Conditions conditions_;
  Steps steps_;
  IdVector<FrameId, Frame> frames_;
  SetPool releasedSets_;        // of objects
  std::vector<SetId> released_; // by instance: objects with a lock that it or what it calls may release
  llvm::DenseMap<std::tuple<OriginId, InstanceId, StateId>, FrameId> frameIds_;
  llvm::DenseMap<std::pair<OriginId, InstanceId>, unsigned> entryCount_;
  llvm::DenseMap<std::pair<OriginId, InstanceId>, FrameId> merged_;
  std::map<std::vector<InstanceId>, llvm::ArrayRef<InstanceId>> groups_;  // of callees, once each
  llvm::DenseMap<const InstanceId*, llvm::ArrayRef<InstanceId>> groupOf_; // by the callees of a call site
  llvm::DenseMap<std::tuple<OriginId, const InstanceId*, StateId>, FrameId> groupFrames_;
  std::map<ExactAddress, AddressId> addressIds_;
  std::vector<ExactAddress> addresses_;
  std::map<InstanceId, std::vector<CountedElement>> joinLoops_;
  std::map<ForkId, HandlePlace> handlePlaces_;
  llvm::BitVector handleObjects_; // with a handle or the bound of a loop of forks in them
  std::map<std::tuple<InstanceId, InstructionId, ValueId, ForkId>, bool> loses_; // what mayLose said
  std::vector<std::vector<RunningFork>> leftRunning_; // by origin: what it leaves running when it ends
  std::vector<std::vector<RunningFork>> runningAt_;   // by fork
  std::vector<FrameId> forkFrames_;
  std::vector<std::set<StateId>> taskStates_; // by fork
  std::set<LockId> teamLocks_;
  // What handing over needs to know, noted in final states.
  struct FrameSite {
    FrameId frame;
    InstructionId instruction;
    StateId state;
    friend auto operator<=>(const FrameSite&, const FrameSite&) = default;
  };
  std::vector<FrameCall> calls_;
  std::vector<FrameId> frameRoots_;
  std::set<FrameSite> signalSites_;
  std::vector<std::pair<ForkId, FrameSite>> forkSites_;
  std::map<CallSite, ForkId> joined_;
  std::map<std::pair<InstanceId, InstructionId>, std::set<StateId>> reads_; // of waits
  bool isRecording_ = false;
  std::set<LockId> noLocks_; // semaphores that somebody raises without having lowered them; spin locks alike
  // Locks made of variables under a mutex, by their place: which mutexes were held whenever they were changed; by
  // number, or by their distance in the same object.
  using Guards = std::set<std::pair<LockId, int64_t>>;
  std::map<LocationId, Guards> guardsOf_;
  std::set<LocationId> noMonitors_; // those that are set back by who has not got them, or not under one mutex
  bool noSpinLocks_ = false;        // none of those that are only known relative to a value
  // Waits for barriers as nodes: the call, and how many came before it, up to some number.
  std::map<std::pair<CallSite, uint32_t>, uint32_t> nodeIds_;
  std::vector<uint32_t> nodeCounts_{0};
  std::vector<CallSite> nodeSites_{CallSite()};
  std::map<std::pair<LockId, OriginId>, PhaseSteps> phaseSteps_;
  std::unique_ptr<Handing> handing_; // when there are tokens
  std::set<SignalExecution> signals_;
  std::vector<HandedId> handedAt_; // by fork
  StateId processEnd_;             // where main, or what it calls, ends the process
  FrameId start_;                  // the frame of the start function, once it calls main
  llvm::BitVector forking_;        // instances that may start something, when there are conditions
  llvm::BitVector transparent_;    // instances that leave every state as it is: no lock, fork or join in what they call
  size_t firstFrame_ = 0;          // of the origin that is being analysed
  llvm::BitVector quiet_;          // of those, the ones with nothing to be noted in what they call either
  // Frames to be looked at, by when they were finished for the first time (0: not yet).
  std::set<std::pair<uint32_t, FrameId>> work_, later_;
  std::vector<uint32_t> finished_;
  uint32_t finishedCount_ = 0, depth_ = 0;
  llvm::BitVector queued_;
  llvm::BitVector repeats_; // frames with a call that calls back, and not only what leaves every state as it is
  llvm::MapVector<std::pair<OriginId, std::pair<InstanceId, InstructionId>>, std::vector<Execution>> executions_;
};

} // namespace steward
