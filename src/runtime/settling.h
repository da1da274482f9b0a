// What has settled: accesses that are before whatever any thread will do from now on. The shadow need not keep them,
// which spares most words the state of several spans.
//
// Each thread shows how much it knows of the first slots (Thread::known), and who waits for the end of another will
// know as much as that one does. The least that any of them knows of a slot has settled. What is shown only grows, so
// it can be read at any time.
#pragma once

#include "runtime/thread.h"

namespace steward::runtime {

void showKnown(Thread& thread); // its clock has grown
// Guarded by the lock of threads.cpp.
void addLiving(Thread& thread);
void removeLiving(Thread& thread);
void settle(uint32_t slots); // those below

// Looks whether an access has settled meanwhile, at any time: for one that there is no room for. Each slot is looked at
// once.
class SettledNow {
public:
  bool has(uint32_t half);

private:
  uint32_t looked_[4];
  unsigned count_ = 0;
};

} // namespace steward::runtime
