// Included before everything else in each file of the runtime (by the build). The compiler makes calls of memcpy and
// its like where it sees fit; without this they would reach the functions of the same names that watch the program's
// calls.
#pragma once

#ifndef STEWARD_DEFINES_MEMORY_FUNCTIONS
asm("memcpy = __steward_memcpy");
asm("memmove = __steward_memmove");
asm("memset = __steward_memset");
asm("memcmp = __steward_memcmp");
asm("bcmp = __steward_memcmp");
asm("strlen = __steward_strlen");
#endif
