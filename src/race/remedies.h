// What would make a race safe, each way in one sentence. They follow from what was found, not from what the program
// means: which of them fits is for a person to say.
#pragma once

#include "race/detect.h"
#include "steward/race.h"

#include <string>
#include <vector>

namespace steward {

// Of a race that is described, with its locks counted.
std::vector<std::string> remediesOf(const RacingPlace& place, const Race& race, const Origins& origins);

} // namespace steward
