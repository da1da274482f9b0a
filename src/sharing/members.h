// The members of a shared object, each with the accesses that touch it: what `steward sharing` tells (O2 figure 2d).
//
//   memset(&s, 0, 16); s.total++;      s.total: both; s.count: the memset alone, if something else is only to s.count
#pragma once

#include "sharing/sharing.h"

namespace steward {

struct Member {
  Place place;
  std::vector<const SharedAccess*> accesses;
  bool isShared = false; // two origins use it, or one that may run twice, and one of them writes it
};

// By offset. An access that is wider than a member counts for every member it covers; it makes no member of its own,
// unless it covers none.
std::vector<Member> membersOf(const SharedObject& object, const Origins& origins);

} // namespace steward
