#include "sharing/members.h"

#include <map>

namespace steward {

// Whether `outer` covers more than `inner` does, so that what is accessed as `inner` names the place better.
static bool covers(const Place& outer, const Place& inner) {
  if (!overlap(outer, inner) || inner.isVague()) return false;
  return outer.isVague() || outer.bytes > inner.bytes;
}

static bool isSharedBetween(const std::vector<const SharedAccess*>& accesses, const Origins& origins) {
  OriginId only = accesses.front()->origin;
  bool isWritten = false, isByOthers = origins.isSeveral(only);
  for (const SharedAccess* access : accesses) {
    isWritten |= access->access.isWrite();
    isByOthers |= access->origin != only;
  }
  return isWritten && isByOthers;
}

std::vector<Member> membersOf(const SharedObject& object, const Origins& origins) {
  std::map<Place, std::vector<const SharedAccess*>> byPlace;
  for (const SharedAccess& access : object.accesses) byPlace[access.place].push_back(&access);
  std::vector<Member> members;
  for (const auto& [place, own] : byPlace) {
    if (llvm::any_of(byPlace, [&](const auto& other) { return covers(place, other.first); })) continue;
    members.push_back({place, {}, false});
    std::vector<const SharedAccess*>& accesses = members.back().accesses;
    for (const auto& [other, more] : byPlace)
      if (overlap(other, place)) accesses.insert(accesses.end(), more.begin(), more.end());
    members.back().isShared = isSharedBetween(accesses, origins);
  }
  return members;
}

} // namespace steward
