// What an origin has signalled and awaited at a point: tokens (order/tokens.h) that hand order from one to another.
//
// Both only ever grow along a way: a signal is not taken back, and what was awaited stays so. So a stretch of code is
// described by what it adds, and two stretches in a row by `then`. The order of the lattice is from knowing more to
// knowing less: a merge keeps what was awaited on both ways and what may have been signalled on either.
#pragma once

#include "program/ids.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <vector>

namespace steward {

using TokenId = Id<struct TokenTag>;   // something that an origin signals and others wait for
using WaitId = Id<struct WaitTag>;     // a place that waits for a token
using HandedId = Id<struct HandedTag>; // invalid: no way leads here

// A token that was surely waited for.
struct AwaitedToken {
  WaitId wait;
  InstructionId pending;  // valid: only if the result of this call says so
  bool isOrdered = false; // an acquire or a fence came with it or after it
  uint8_t count = 0;      // at least this many times, where that means something: with semaphores
  friend auto operator<=>(const AwaitedToken&, const AwaitedToken&) = default;
};

// Sorted, with one entry for each token, each wait and pending call.
struct Handed {
  std::vector<TokenId> signalled; // that this origin, or one it created, may have signalled
  std::vector<TokenId> own;       // that this origin may have signalled itself
  std::vector<AwaitedToken> awaited;
  bool isReleased = false; // a release fence surely came before
  bool isAcquired = false; // an acquire fence surely came, after what was awaited before
  friend auto operator<=>(const Handed&, const Handed&) = default;

  void signal(TokenId token, bool isOwn = true);
  void await(const AwaitedToken& token); // counts add up
  void acquireFence();                   // orders what was awaited
};

Handed merge(const Handed& a, const Handed& b);
Handed then(const Handed& a, const Handed& b); // first one, then the other

class HandedTable {
public:
  HandedTable() { intern(Handed()); }
  static HandedId nothing() { return HandedId(0); }
  HandedId intern(const Handed& handed);
  const Handed& operator[](HandedId id) const { return *items_[id.index]; }
  HandedId merge(HandedId a, HandedId b); // either may be invalid
  HandedId then(HandedId a, HandedId b);  // invalid when either is

private:
  using Memo = llvm::DenseMap<std::pair<HandedId, HandedId>, HandedId>;
  std::map<Handed, HandedId> ids_;
  std::vector<const Handed*> items_; // keys of ids_
  Memo merged_, joined_;
};

} // namespace steward
