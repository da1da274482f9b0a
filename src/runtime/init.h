// The start of the runtime in a process, and its end.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

struct Thread;

extern bool isReady; // interceptors pass everything through until it is
void initialize();   // idempotent
void findMainStack(uintptr_t* low, uintptr_t* high);
// endThread() is called after all that the program has registered to be called then.
void callWhenThreadEnds(Thread& thread);
// The process ends with this status, which may become the one that says there were races.
int finish(int status);
void watchProcess(); // forks, and ends other than exit()
void finishAgain();  // in the child of a fork: it has an end of its own

} // namespace steward::runtime
