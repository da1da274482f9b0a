// What names a race in reports of other times and of both detectors.
#pragma once

#include "steward/race.h"

#include <vector>

namespace steward {

// From the memory and from who accesses it how, without lines: an id stays when lines move. Races that are alike in all
// of this are numbered, in their order.
void giveIds(std::vector<Race>& races);

} // namespace steward
