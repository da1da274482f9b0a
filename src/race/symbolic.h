// What a value is, told by what threads were created with: the counter of the loop that created them, numbers that are
// the same for all of them, and the counters of their own loops.
//
//   for (i = 0; i < 4; i++) { args[i].id = i; create(&t[i], worker, &args[i]); }
//   worker(arg):  data[arg->id * 10] = 0       data + 40·n, where n is the round of the loop that created the thread
//
// Values are followed from parameters to arguments along one chain of calls (a Scope), from the entry of a thread to
// what its creator handed over, and from loads to the one store that is behind them.
#pragma once

#include "order/affine.h"
#include "program/dominators.h"
#include "race/concurrency.h"
#include "race/writes.h"

#include <memory>

namespace steward {

using ScopeId = Id<struct ScopeTag>;

// A function instance as one chain of calls gets there.
struct Scope {
  OriginId origin;
  InstanceId instance;
  ScopeId caller; // of the function; the creator's, when this is the entry of an origin
  InstructionId call;
  const Effect* fork = nullptr; // set for the entry of an origin
  bool isPlain = true;          // the function gets the arguments of the call
  uint32_t depth = 0;
};

// An address, or a number when there is no base.
struct Base {
  enum Kind : uint8_t { None, Global, Allocated } kind = None;
  uint32_t site = 0; // the object of a global; the instruction that allocates
  ScopeId scope;     // of the allocation
  Polynomial round;  // Allocated in a loop: how often that has gone round, an iteration
  bool isInLoop = false;
  bool isSameSite(const Base& b) const {
    return kind == b.kind && site == b.site && scope == b.scope && isInLoop == b.isInLoop;
  }
  friend bool operator==(const Base&, const Base&) = default;
};

struct SymbolicValue {
  Base base;
  Polynomial offset;
};

// An array and its size in bytes.
struct EnclosingArray {
  SymbolicValue array;
  uint64_t bytes;
};

// A loop as far as it is counted: `step` times the iteration is never more than `room`.
struct LoopRange {
  ScopeId scope;
  BlockId header;
  size_t size = 0; // in blocks: an inner loop has fewer
  std::optional<Polynomial> step, room;
  bool isUnit() const { return step && step->number() == 1; }
  // How many rounds there are at most.
  std::optional<Polynomial> limit() const { return isUnit() ? std::optional<Polynomial>(*room + 1) : std::nullopt; }
};

// The loop whose rounds tell the threads of one fork apart.
struct Round {
  enum Kind : uint8_t {
    Unknown, // threads cannot be told apart by it
    Once,    // there is only one thread
    Loop,
    Team, // they are a team, and told apart by their numbers in it
  } kind = Unknown;
  AtomId iteration;
  ScopeId scope;
  BlockId header;
};

// The tables that all evaluations share.
class Scopes {
public:
  Scopes(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, OrderAnalysis& order,
         const Concurrency& concurrency, Writes& writes);

  // The chains of calls that lead to an instance in an origin, from the start of the process; nothing when they are
  // too many or not all known.
  const std::optional<std::vector<ScopeId>>& chains(OriginId origin, InstanceId instance, unsigned depth = 0);
  const Scope& operator[](ScopeId id) const { return scopes_[id]; }
  ScopeId child(ScopeId caller, InstanceId callee, InstructionId call);
  ScopeId entryOf(ScopeId scope) const; // the scope of the entry of its origin
  // The instruction of `outer` where control is while it is in `inner` at `at`; invalid when it does not lead there.
  InstructionId positionIn(ScopeId outer, ScopeId inner, InstructionId at) const;
  const Round& round(ScopeId entry);
  // The entry of the one team whose threads start the team of an entry, each its own; invalid when there is no such.
  ScopeId outerTeam(ScopeId entry);
  // Whether an origin is a team, and so is all that is between it and one above it.
  bool isOfTeams(OriginId origin, OriginId above) const;
  // How many threads are in the team of an entry.
  Polynomial teamSize(ScopeId entry);
  // Whether an object is made anew for every thread that a fork starts; and where.
  bool isMadeForFork(ScopeId entry, const Base& base, InstructionId* made = nullptr, ScopeId* in = nullptr);

  llvm::ArrayRef<std::pair<InstanceId, InstructionId>> callersOf(InstanceId instance);
  bool isForked(InstanceId instance); // the entry of some origin
  // The one call of an instance, when there is only one.
  std::optional<std::pair<InstanceId, InstructionId>> onlyCall(InstanceId instance);

  const NaturalLoop* innermost(FunctionId function, BlockId block);
  const NaturalLoop* loop(FunctionId function, BlockId header);
  const Dominators& dominators(FunctionId function);
  bool comesBefore(FunctionId function, InstructionId first, InstructionId second); // on every way to the second
  // Whether control can get from one to the other without going through a block.
  bool reaches(InstructionId from, InstructionId to, BlockId barrier);
  FunctionId functionOf(ScopeId id) const { return pointers.instances()[scopes_[id].instance].function; }
  AtomId iteration(ScopeId scope, const NaturalLoop& loop);
  // The number of a thread in its team, as an iteration of no loop: of the call that starts the team.
  AtomId threadNumber(ScopeId entry);
  // The loop of an iteration, without how far it goes.
  const LoopRange& loopOf(AtomId iteration) const { return loops_.at(iteration); }
  bool isIteration(AtomId id) const { return loops_.contains(id); }
  // The same iteration, of another thread.
  AtomId copyOf(AtomId iteration);

  const PointerAnalysis& pointers;
  const Program& program;
  const Reach& reach;
  const Origins& origins;
  OrderAnalysis& order;
  const Concurrency& concurrency;
  Writes& writes;
  AtomTable atoms;
  // What atoms stand for: what a variable holds all the time, a value.
  std::map<AtomId, LocationId> contents;
  std::map<AtomId, std::pair<ScopeId, LocalId>> values;

private:
  // There is one of it at a time, by itself or by what the one thread has for itself that starts it.
  bool isOneTeam(OriginId team) const { return origins.isLoneTeam(team) || concurrency.isByOne(team); }
  static constexpr size_t maxChains = 8;
  static constexpr unsigned maxDepth = 24;
  void findCallers();
  std::optional<std::vector<ScopeId>> entries(OriginId origin);
  ScopeId intern(Scope scope);
  Round findRound(ScopeId entry);
  bool leadsTo(InstanceId from, InstanceId to);
  bool isRunningAtEntry(ForkId fork, OriginId by, InstanceId instance, const NaturalLoop& loop);

  IdVector<ScopeId, Scope> scopes_;
  std::map<std::tuple<ScopeId, InstructionId, OriginId, InstanceId>, ScopeId> ids_;
  std::map<std::pair<OriginId, InstanceId>, std::optional<std::vector<ScopeId>>> chains_;
  std::vector<std::vector<std::pair<InstanceId, InstructionId>>> callers_; // by instance
  std::vector<llvm::DenseSet<InstanceId>> runs_;                           // by origin, when asked for
  std::map<FunctionId, std::unique_ptr<Dominators>> dominators_;
  std::map<AtomId, LoopRange> loops_;
  std::map<ScopeId, Round> rounds_;
  std::map<InstanceId, std::vector<FrameId>> frames_;
  bool hasFrames_ = false;
};

// Evaluates on behalf of one or two threads: what is outside of the loops that created them is the same for both.
class Evaluator {
public:
  // With `withCreator`, what one of the threads is compared with is its creator at some later time: then a value of
  // the creator is the same only when it is computed once.
  Evaluator(Scopes& scopes, llvm::ArrayRef<ScopeId> entries, bool withCreator)
      : s_(scopes), entries_(entries.begin(), entries.end()), withCreator_(withCreator) {}

  // A value of a scope, as an instruction there sees it.
  std::optional<SymbolicValue> value(ScopeId scope, ValueId v, InstructionId at);

  // Whether nothing is written there while one of the threads lives.
  bool isSteady(LocationId place, uint64_t bytes);
  // How far the loop of an iteration goes.
  const LoopRange& range(AtomId iteration);
  // The smallest array of known place that an address surely lies in, when it is that of an access to so many bytes.
  std::optional<EnclosingArray> enclosingArray(ScopeId scope, ValueId address, uint64_t bytes, InstructionId at);
  // A number or address that does not change while the threads live.
  bool isFixed(ScopeId scope, BlockId definition);

private:
  using Result = std::optional<SymbolicValue>;
  Result local(ScopeId scope, LocalId local, InstructionId at);
  Result parameter(ScopeId scope, uint32_t index);
  Result phi(ScopeId scope, InstructionId definition, InstructionId at);
  Result merged(ScopeId scope, InstructionId definition);
  Result counter(ScopeId scope, InstructionId phi, const NaturalLoop& loop);
  Result choose(ScopeId scope, ValueId condition, InstructionId at, const SymbolicValue& whenTrue,
                const SymbolicValue& whenFalse);
  Result call(ScopeId scope, InstructionId call);
  Result ofTeam(ScopeId scope, EffectKind kind);
  Result allocation(ScopeId scope, InstructionId at);
  Result content(ScopeId scope, const SymbolicValue& address, llvm::ArrayRef<LocationId> places, uint64_t bytes,
                 InstructionId at, unsigned depth);
  Result fromStore(ScopeId scope, const SymbolicValue& address, uint64_t bytes, InstructionId at,
                   llvm::ArrayRef<Write> writes, unsigned depth);
  Result symbol(ScopeId scope, LocalId local);
  bool isOver(const Write& write, OriginId creator);
  bool isRoundsOwn(const SymbolicValue& address, uint64_t bytes);
  bool isThreadsOwn(ScopeId scope, const SymbolicValue& address, uint64_t bytes);

  void bound(AtomId iteration, LoopRange& range);

  Scopes& s_;
  llvm::SmallVector<ScopeId, 2> entries_;
  bool withCreator_;
  std::map<std::tuple<ScopeId, LocalId, BlockId>, Result> known_;
  unsigned depth_ = 0;
  std::map<AtomId, LoopRange> ranges_;
};

} // namespace steward
