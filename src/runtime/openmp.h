// What the functions of OpenMP's library tell beyond what it tells a tool itself.
#pragma once

namespace steward::runtime {

// The calling task's group was just begun for a reduction of the whole team that tasks take part in.
void groupIsOfTeam();
// What the ordered regions of the calling thread's team go through, one after the other; null when there is no team.
const void* orderOfLoop();

} // namespace steward::runtime
