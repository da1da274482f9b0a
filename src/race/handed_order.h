// What comes before a token's signals, and so before whoever has awaited it.
//
//   main                 a: data = 1; signal T          b: await T; use(data)
//
// What b has awaited was signalled before, by one of the signals of T; so something comes before b's point when it
// comes before every signal of T:
//   - it is done by an origin that runs once, that signals T itself or by those it creates and so that nobody else
//     does, and that has not done so yet;
//   - or by threads that were over before the origin that created them signalled T.
// Whoever has awaited all signals of T that there can be (a counter that came to its end) comes after whatever is done
// by who signals T and has not done so yet, however many of these there are.
//
// A signal of T where T was awaited already comes after another one, and so on to one that does not: only those count
// (a consumer that lowers the count that it waited for). Awaiting T says that all was awaited that was awaited wherever
// T is signalled; a thread has awaited what its creator had when it created it.
#pragma once

#include "order/order.h"

namespace steward {

class HandedOrder {
public:
  HandedOrder(const Origins& origins, const OrderAnalysis& order);

  // The tokens that an origin has awaited at a point, with all that follows. Numbers behind those of the tokens say
  // that all its signals were, and that it was the last one itself.
  std::vector<TokenId> awaited(OriginId origin, const std::vector<AwaitedToken>& at) const;
  // Those that all signals of come after a point, as far as the origin is one that can say so; numbered in the same
  // way.
  std::vector<TokenId> open(OriginId origin, const Handed& at) const;
  // Whether what an origin does comes before every signal of the token, given what is open there.
  bool comesBefore(OriginId origin, const std::vector<TokenId>& open, TokenId token) const;
  // Whether both were reached by the last step of one counter, which there is only one of.
  bool exclude(const std::vector<TokenId>& awaited, const std::vector<TokenId>& other) const;

private:
  struct WaitRule {
    bool whenOrdered = false, always = false; // a wait counts
  };
  void findWaitRules();
  void findInherited();
  void findImplied();
  void findAbove();
  void findEndedBefore();
  bool shareLock(const std::vector<HeldLock>& a, const std::vector<HeldLock>& b) const;
  llvm::BitVector closed(OriginId origin, const std::vector<AwaitedToken>& at) const;
  bool isOver(OriginId origin, OriginId creator, const std::vector<RunningFork>& running) const;

  const Origins& origins_;
  const OrderAnalysis& order_;
  unsigned count_;
  std::vector<std::vector<ForkId>> creators_;         // by origin
  std::vector<WaitRule> rules_;                       // by wait
  std::vector<std::vector<SignalExecution>> signals_; // by token
  std::vector<std::vector<SignalExecution>> first_;   // those that do not come after another one
  std::vector<llvm::BitVector> implied_;              // by token: what was awaited wherever it is signalled
  std::vector<llvm::BitVector> inherited_;            // by origin: tokens awaited before it began
  std::vector<llvm::BitVector> endedBefore_;          // by token: origins that are over before it is signalled
  llvm::BitVector isCounted_;                         // tokens that all signals of may be awaited
  std::vector<llvm::BitVector> by_;                   // by token: origins that signal it themselves
  std::vector<llvm::BitVector> above_;                // by token: origins that run once and above all that signal it
};

} // namespace steward
