#include "order/handed.h"

#include <algorithm>
#include <tuple>

namespace steward {

// Waiting for one token more often than this is not counted: "at least so many times" stays true.
static constexpr unsigned maxWaitCount = 64;

static void insert(std::vector<TokenId>& tokens, TokenId token) {
  auto at = std::lower_bound(tokens.begin(), tokens.end(), token);
  if (at == tokens.end() || *at != token) tokens.insert(at, token);
}

void Handed::signal(TokenId token, bool isOwn) {
  insert(signalled, token);
  if (isOwn) insert(own, token);
}

void Handed::await(const AwaitedToken& token) {
  auto at = std::partition_point(awaited.begin(), awaited.end(), [&](const AwaitedToken& t) {
    return std::tie(t.wait, t.pending) < std::tie(token.wait, token.pending);
  });
  if (at == awaited.end() || at->wait != token.wait || at->pending != token.pending) {
    at = awaited.insert(at, token);
    at->count = static_cast<uint8_t>(std::min<unsigned>(at->count, maxWaitCount));
  } else {
    at->isOrdered |= token.isOrdered;
    at->count = static_cast<uint8_t>(std::min<unsigned>(at->count + token.count, maxWaitCount));
  }
}

void Handed::acquireFence() {
  for (AwaitedToken& t : awaited) t.isOrdered = true;
  isAcquired = true;
}

Handed merge(const Handed& a, const Handed& b) {
  Handed result;
  std::set_union(a.signalled.begin(), a.signalled.end(), b.signalled.begin(), b.signalled.end(),
                 std::back_inserter(result.signalled));
  std::set_union(a.own.begin(), a.own.end(), b.own.begin(), b.own.end(), std::back_inserter(result.own));
  for (const AwaitedToken& x : a.awaited)
    for (const AwaitedToken& y : b.awaited)
      if (x.wait == y.wait && x.pending == y.pending)
        result.awaited.push_back({x.wait, x.pending, x.isOrdered && y.isOrdered, std::min(x.count, y.count)});
  result.isReleased = a.isReleased && b.isReleased;
  result.isAcquired = a.isAcquired && b.isAcquired;
  return result;
}

Handed then(const Handed& a, const Handed& b) {
  Handed result = a;
  if (b.isAcquired) result.acquireFence();
  for (TokenId token : b.signalled) result.signal(token, false);
  for (TokenId token : b.own) result.signal(token);
  for (const AwaitedToken& token : b.awaited) result.await(token);
  result.isReleased |= b.isReleased;
  return result;
}

HandedId HandedTable::intern(const Handed& handed) {
  auto [it, isNew] = ids_.try_emplace(handed, HandedId(static_cast<uint32_t>(items_.size())));
  if (isNew) items_.push_back(&it->first);
  return it->second;
}

HandedId HandedTable::merge(HandedId a, HandedId b) {
  if (!a || a == b) return b;
  if (!b) return a;
  if (b < a) std::swap(a, b);
  auto [it, isNew] = merged_.try_emplace({a, b}, HandedId());
  if (!isNew) return it->second;
  HandedId result = intern(steward::merge((*this)[a], (*this)[b]));
  return merged_[{a, b}] = result;
}

HandedId HandedTable::then(HandedId a, HandedId b) {
  if (!a || !b) return {};
  if (a == nothing()) return b;
  if (b == nothing()) return a;
  auto [it, isNew] = joined_.try_emplace({a, b}, HandedId());
  if (!isNew) return it->second;
  HandedId result = intern(steward::then((*this)[a], (*this)[b]));
  return joined_[{a, b}] = result;
}

} // namespace steward
