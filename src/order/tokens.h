// Tokens: order that one origin hands to others by a value, a semaphore or a promise.
//
//   data = 1;                               while (!ready.load(acquire)) ;
//   ready.store(1, release);   signal       use(data);                       awaited: the signal, and all before it
//
// A token says that something was signalled: that a variable got a value that passes a test (a flag that is not 0, a
// state that is 2), that a semaphore which starts at 0 was raised, that a promise was kept. Whoever has surely awaited
// a token comes after one of its signals; which one is not known, so that all must come after what is to be ordered
// (race/concurrency). AEG section 4.1 has this for semaphores.
//
// This file finds, before any state is known, what signals and what waits. Every write that may store a value that
// passes the test is a signal, whoever makes it and however it gets there. Whether reading it really orders anything is
// decided at the end: by acquire and release, or by a lock that both hold.
#pragma once

#include "order/addresses.h"
#include "order/bounds.h"
#include "order/handed.h"
#include "order/observed.h"
#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <set>
#include <vector>

namespace steward {

enum class OrderTokenKind : uint8_t { Value, Semaphore, Completion, Latch };

struct OrderToken {
  OrderTokenKind kind = OrderTokenKind::Value;
  ExactAddress address;
  uint64_t bytes = 0;
  ValueTest test; // Value: what the value that is awaited passes
  friend auto operator<=>(const OrderToken&, const OrderToken&) = default;
};

// How a write makes visible what was done before it.
enum class Publication : uint8_t { Plain, Relaxed, Release };

struct Signal {
  TokenId token;
  Publication publication = Publication::Plain;
};

struct Wait {
  TokenId token;
  InstanceId instance;
  InstructionId read; // that saw the value, or the call that waits
  bool isAtomic = false, isAcquire = false;
  EffectKind effect = EffectKind::None; // of the call
  bool isTry = false;                   // it may return without having waited to the end
  friend auto operator<=>(const Wait&, const Wait&) = default;
};

class Tokens {
public:
  // Only reads among the instructions in `wanted`, which touch memory that is shared, are of interest.
  Tokens(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const llvm::BitVector& wanted);

  size_t size() const { return tokens_.size(); }
  const OrderToken& operator[](TokenId id) const { return tokens_[id]; }
  const Wait& operator[](WaitId id) const { return waits_[id]; }
  size_t waitCount() const { return waits_.size(); }

  llvm::ArrayRef<Signal> signalsAt(InstanceId instance, InstructionId instruction) const;
  llvm::ArrayRef<WaitId> waitsAt(InstanceId instance, InstructionId call) const;
  llvm::ArrayRef<WaitId> waitsOn(InstanceId instance, BlockId block, unsigned successor) const;
  // Waits in each round of a counted loop, and how many these were, when it is left.
  llvm::ArrayRef<std::pair<WaitId, unsigned>> roundsOn(InstanceId instance, BlockId block, unsigned successor) const;
  bool isRead(InstanceId instance, InstructionId instruction) const; // some wait's
  bool empty() const { return kept_.none(); }
  // Forgets all others, and the last ones when there are too many to follow.
  void keep(llvm::BitVector tokens);
  const llvm::BitVector& kept() const { return kept_; }
  // Whether a function of its own accord signals or waits.
  bool concerns(InstanceId instance) const { return concerned_[instance.index]; }
  // What an origin, or one that it creates, may signal.
  llvm::ArrayRef<TokenId> signalledBy(OriginId origin) const { return signalledBy_[origin.index]; }
  // The same of what starts with that function.
  std::vector<TokenId> signalledFrom(InstanceId entry) const;
  // Whether the wait ends only when every signal of its token was given, all that can ever be: a counter that has come
  // to its end, a latch, a semaphore that was waited for so many times.
  bool isForAll(WaitId wait, unsigned times) const;
  // Whether only one execution can get there: that of the last step of a counter.
  bool isLast(WaitId wait) const;
  // Tokens that a relaxed write signals: a fence before it publishes for it.
  llvm::ArrayRef<TokenId> relaxed() const { return relaxed_; }

private:
  using Site = std::pair<InstanceId, InstructionId>;
  // What is written to a variable: one more or one less each time, or numbers to start with.
  struct Counter {
    bool isCounter = true;
    int64_t step = 0;
    std::vector<int64_t> starts;
  };
  using Variable = std::pair<ExactAddress, uint64_t>;
  void countWrite(InstanceId instance, InstructionId instruction, const OrderToken& token, bool isWhole);
  void findCounts();
  void findRounds();
  uint64_t latchSize(const OrderToken& token) const;
  void findWaits();
  void findSignals();
  llvm::BitVector useful() const;
  void findSignalledBy();
  void addObserved(InstanceId instance, BlockId block, unsigned successor);
  void addCall(InstanceId instance, InstructionId call);
  void addWait(const OrderToken& token, Wait wait, std::vector<WaitId>& to);
  void addSignals(InstanceId instance, InstructionId instruction);
  void addSignal(InstanceId instance, InstructionId instruction, TokenId token, Publication publication);
  std::optional<ExactAddress> single(std::optional<ExactAddress> address) const;
  std::optional<ExactAddress> objectOf(InstanceId instance, const Instruction& call, CallPart part) const;
  std::optional<ExactAddress> stateOf(InstanceId instance, const Instruction& call, CallPart part) const;
  llvm::ArrayRef<TokenId> touchedBy(InstanceId instance, const MemoryAccess& write);
  bool mayTouch(LocationId place, const std::optional<ExactAddress>& exact, const MemoryAccess& write,
                const OrderToken& token) const;
  bool mayPass(InstanceId instance, const Instruction& i, const OrderToken& token) const;
  bool mayPassAtFirst(const OrderToken& token) const;
  bool startsAtZero(const OrderToken& semaphore) const;
  OriginId commonCreator(llvm::ArrayRef<OriginId> origins) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  const llvm::BitVector& wanted_;
  Bounds bounds_;
  std::map<Variable, Counter> counters_;
  std::set<Site> ownReads_; // of what a counter was before its own step
  std::vector<std::pair<Site, const Effect*>> latchInits_;
  std::map<std::tuple<InstanceId, BlockId, unsigned>, std::vector<std::pair<WaitId, unsigned>>> rounds_;
  std::vector<std::optional<uint64_t>> most_; // by token: how many signals there can be
  std::vector<uint64_t> needed_;              // by token: how many it takes to end a wait
  IdVector<TokenId, OrderToken> tokens_;
  std::map<OrderToken, TokenId> tokenIds_;
  std::map<OrderToken, bool> rejected_; // what mayPassAtFirst said
  IdVector<WaitId, Wait> waits_;
  std::map<Wait, WaitId> waitIds_;
  std::map<std::tuple<InstanceId, BlockId, unsigned>, std::vector<WaitId>> onEdges_;
  std::map<Site, std::vector<WaitId>> atCalls_;
  std::map<Site, std::vector<Signal>> signals_;
  std::vector<std::pair<Site, const Effect*>> semaphoreInits_;
  std::map<ObjectId, std::vector<TokenId>> ofObject_;
  std::map<std::tuple<const void*, uint64_t, bool>, std::vector<TokenId>> touchedBy_; // what a set points to
  std::vector<std::vector<OriginId>> originsOf_;                                      // by instance
  std::vector<std::vector<TokenId>> signalledBy_;
  std::vector<TokenId> relaxed_;
  std::map<Site, bool> reads_;
  llvm::BitVector kept_;      // tokens
  llvm::BitVector concerned_; // instances
  llvm::BitVector touched_;   // instructions with a signal or a wait in some instance
};

} // namespace steward
