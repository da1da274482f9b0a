#include "oracle/races.h"

#include <algorithm>

namespace steward::oracle {

static constexpr uint64_t wordBytes = 8;

void PlainDetector::access(Clocks& clocks, const TraceEvent& event, bool isWrite, bool isAtomic) {
  Kind kind = isAtomic ? (isWrite ? AtomicWrite : AtomicRead) : (isWrite ? Write : Read);
  for (uint64_t at = event.at; at < event.at + event.bytes; ++at) {
    Byte& byte = bytes_[at];
    Last* own = nullptr;
    for (Last& last : byte.threads) {
      if (last.thread == event.thread) {
        own = &last;
        continue;
      }
      for (Kind other : {Read, Write, AtomicRead, AtomicWrite}) {
        bool conflicts = (isWrite || other == Write || other == AtomicWrite) && (!isAtomic || other <= Write);
        if (!conflicts || !last.time[other] || clocks.isBefore(last.thread, last.time[other], event.thread)) continue;
        Pair pair = std::minmax(last.thread, event.thread);
        if (byte.races.try_emplace(pair, races_.size()).second)
          races_.push_back({at, last.thread, event.thread, last.site[other], event.site});
      }
    }
    if (!own) own = &byte.threads.emplace_back(Last{event.thread, {}, {}});
    own->time[kind] = clocks.now(event.thread);
    own->site[kind] = event.site;
  }
}

// A thread whose number is not known any more may be any.
bool PlainDetector::isFounded(const Claim& claim) const {
  auto other = ThreadNumber(claim.event.site);
  for (auto byte = bytes_.lower_bound(claim.event.at);
       byte != bytes_.end() && byte->first < claim.event.at + claim.event.bytes; ++byte)
    for (const auto& [pair, race] : byte->second.races)
      if (other ? pair == Pair(std::minmax(claim.event.thread, other))
                : pair.first == claim.event.thread || pair.second == claim.event.thread)
        return true;
  return false;
}

void PlainDetector::forget(uint64_t at, uint64_t bytes, const Unfounded& unfounded, const Missed& missed) {
  uint64_t end = at + bytes;
  std::set<uint64_t> claimedWords;
  for (Claim& claim : claims_) {
    uint64_t from = claim.event.at, to = from + claim.event.bytes;
    if (from >= end || to <= at) continue;
    claim.isFounded = claim.isFounded || isFounded(claim);
    for (uint64_t word = std::max(from, at) / wordBytes; word <= (std::min(to, end) - 1) / wordBytes; ++word)
      claimedWords.insert(word);
  }
  std::erase_if(claims_, [&](const Claim& claim) {
    bool isInside = claim.event.at >= at && claim.event.at + claim.event.bytes <= end;
    if (isInside && !claim.isFounded) unfounded(claim.event);
    return isInside;
  });
  auto first = bytes_.lower_bound(at), last = bytes_.lower_bound(end);
  for (auto byte = first; byte != last; ++byte)
    if (!byte->second.races.empty() && !claimedWords.count(byte->first / wordBytes))
      missed(races_[byte->second.races.begin()->second]);
  bytes_.erase(first, last);
}

} // namespace steward::oracle
