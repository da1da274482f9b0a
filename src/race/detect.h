// Pairs of accesses that may race, grouped by the memory they race on.
//
// Accesses of one object with the same place, kind and concurrency state are one (O2 section 4.1, lock-region merging):
// pairs of such classes are checked, not pairs of accesses. Only where classes race are their accesses looked at one by
// one, whether they are to different parts of the memory (parts.h).
#pragma once

#include "pointer/refinement.h"
#include "race/concurrency.h"
#include "race/doubts.h"
#include "sharing/sharing.h"

#include <functional>
#include <optional>
#include <vector>

namespace steward {

// An access as one execution makes it.
struct RacingAccess {
  SharedAccess shared;
  FrameId frame;
  PointId point;
  std::vector<FrameId> others = {}; // some more frames that make it at the same point
  bool looksTaken = false; // of an object taken out of a container, though nothing proves that its thread has it alone
};

// Everything found on one place: its field in the objects of one allocation site.
struct RacingPlace {
  Place place;                                // in one of them
  std::pair<RacingAccess, RacingAccess> best; // a write first
  std::vector<RacingAccess> accesses;         // all that take part in some race, the best pair among them
  std::vector<RacingAccess> company = {};     // some or all that are to the place, with or without a race
  bool isFreed = false;                       // the races are of its end against its use
  Doubts doubts = {};                         // about the best pair, of all pairs the least
  std::string kinLock = {};                   // the kind of lock that these speak of
  bool isInBenign = false;                    // of every pair one is in a function whose races do no harm
};

struct DetectStatistics {
  size_t classes = 0;
  size_t pairs = 0;
  size_t lookUps = 0;           // different pairs of points
  size_t meetings = 0, met = 0; // pairs that order does not keep apart, and those that may be to one object
  Refinement::Statistics refined = {};
};

// Is told of every shared object, with all accesses that may be made while another access to the same bytes is, whether
// they race or not; frees are not among them.
using SeeOverlapping = std::function<void(ObjectId object, llvm::ArrayRef<RacingAccess> accesses)>;

std::vector<RacingPlace> detectRaces(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                                     const Sharing& sharing, OrderAnalysis& order, Concurrency& concurrency,
                                     DetectStatistics& statistics, const SeeOverlapping& see = {});

} // namespace steward
