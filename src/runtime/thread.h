// Threads as the runtime knows them.
//
// Time. A thread's clock says of its own slot how many spans are complete; the current one is the next. A release
// completes the span only when a check stored its epoch in the shadow since the last release (`epochUsed`): what nobody
// can find needs no number of its own, and a program that takes locks a million times a second keeps its epochs.
//
// Slots. A thread's slot comes back when the thread has ended, and is given to a new thread only when all of its time
// is known to have passed for the new one (its creator's clock covers it). A slot whose clock is used up is left, and
// its thread goes on in a new one: its own clock covers the old slot for good. When there are few left that were never
// given, those that are used up are numbered anew (renumbering.h). Nothing is ever lost or wrapped. A thread keeps the
// slot that it left until it leaves the next one: a signal's handler may have left it, in the middle of a check that
// goes on to store its epoch.
#pragma once

#include "runtime/call_tree.h"
#include "runtime/clock.h"
#include "runtime/history.h"
#include "runtime/memory.h"
#include "runtime/stats.h"

namespace steward::runtime {

enum class LockMode : uint8_t { Exclusive, Shared };

struct HeldLock {
  uintptr_t at;
  LockMode mode;
  uint32_t depth; // how often, for recursive locks
  StackId taken;  // where, the first time
};

inline constexpr unsigned maxHeldLocks = 64; // more are counted, not listed

// The last stack that was captured at a place: its innermost frames, and what stood in each (the next one, and where it
// returns to); see captureStackAgain().
inline constexpr unsigned comparedFrames = 3;
struct StackMemo {
  const uintptr_t* frames[comparedFrames];
  uintptr_t links[comparedFrames][2];
  StackId stack; // 0: none yet
};
inline constexpr unsigned stackMemoCount = 1024;

// A frame whose stack was captured, as it was then; see stacks.cpp.
struct KnownFrame {
  const uintptr_t* frame;
  uintptr_t link, returns; // what stood in it
  StackId stack, caller;   // of this call, and of the one that made it
};
inline constexpr unsigned knownFrameCount = 256;

// A set of readers that became another one when this thread read it in one span; see side.cpp.
struct SetMemo {
  uint32_t from, to; // halves of cells; it has a use of each
  uint32_t entry;
  uint32_t left, taken; // uses of `from` that cells gave up and it has not; uses of `to` that it took for cells to come
  uint64_t version;     // of the thread's clock
};
inline constexpr unsigned setMemoCount = 32;
inline constexpr unsigned sharedSetCount = 64;
inline constexpr unsigned knownSlots = 512; // see settling.h

// A word that several threads read in every span: what its cell was when this one had read these bytes in the span of
// the epoch. So it need not look into the set, which the others are changing.
struct ReadMemo {
  const uint64_t* at;
  uint64_t cell;
  uint32_t epoch;
  uint8_t mask;
};
inline constexpr unsigned readMemoCount = 256;

// Entries of the side region that were given back, by size in units; see side.cpp.
inline constexpr unsigned cachedUnits = 8;
struct UnitCache {
  SpinLock lock; // its own thread's alone: signals wait meanwhile
  uint32_t first[cachedUnits + 1], count[cachedUnits + 1];
};

// An atomic whose clock the thread has acquired; see atomics.cpp.
struct AcquireMemo {
  uintptr_t at;
  uint32_t changes; // SyncBucket::changes then
};
inline constexpr unsigned acquireMemoCount = 256;

// A load that is checked later, and where it was; see late_loads.h.
struct LateLoad {
  uintptr_t at;
  const Site* site;
  uintptr_t pc;
  StackId stack;
  uint32_t bytes;
};
inline constexpr unsigned lateLoadCount = 64;
struct LateLoads {
  SpinLock lock; // around the checks
  uint32_t news;
  LateLoad all[lateLoadCount]; // Thread::lateCount of them
};

// What a thread waits for in a loop; see atomics.cpp.
struct WaitMemo {
  uintptr_t at;
  uint64_t value;
  uint32_t rounds;
};

struct alignas(4096) Thread { // whole pages: most of them go back when it ends
  uint32_t number;            // 1 for the first, in the order in which they were seen; never reused
  uint32_t slot, leftSlot;    // that it is in, and the last one that it left; 0: none
  uint32_t readTable;         // for what it reads where others do, too; 0: none; see own_reads.h
  uint32_t triesApart;        // words of which that was asked
  bool epochUsed;             // set by checks; see above
  bool touchesLightly;        // checks may go the short way; see first_touch.h
  bool isForeign;             // started by code that we did not see
  bool hasEnded;
  uint32_t inRuntime; // depth; interceptors let the C library's own calls through, signals wait
  uint32_t inCheck;   // depth, with handlers; see gate.h
  bool inTouch;
  bool putsOff; // its relaxed loads are checked many at a time; see late_loads.h
  uint32_t lateCount;
  uintptr_t checkFrame; // of the outermost check
  VectorClock clock;
  VectorClock released; // at the last release fence: what relaxed stores publish
  VectorClock observed; // by relaxed loads: what an acquire fence brings
  bool hasReleasedFence;
  bool hasObserved;
  History history;
  Counts counts;
  HeldLock locks[maxHeldLocks];
  unsigned lockCount;
  uintptr_t stackLow, stackHigh;
  uint32_t creator; // its number; 0 for none
  StackId created;
  uintptr_t entry;  // the function that it was created for; 0: not known
  uint64_t pthread; // pthread_self()
  char name[32];
  mutable int32_t recordedIn; // the process whose record tells of it; see record.cpp
  uint64_t clockVersion;      // counts the changes of `clock`, so that who took a copy knows that it is still good
  uint64_t pendingSignals;    // a bit for each that arrived inside the runtime; see signals.h
  bool isDetached, isJoined;
  void (*onceRoutine)(); // of the call of pthread_once that is about to run it
  void* onceControl;
  const struct OnceRun* onceRun; // the innermost that runs; see once.h
  WaitMemo wait;
  uintptr_t givenFrame[2]; // in the place of a frame on the stack: an access by given callers; see checkAccessBy()
  StackId givenStack;
  Thread* joining;                                          // whose end it waits for
  uint64_t settlesNext;                                     // at this count of spans
  bool isListed;                                            // among the living; see settling.cpp
  uint32_t sharedSetsNext, sharedSetsUsed, sharedSetsEpoch; // used: in the span of this epoch
  uint32_t sharedMisses;
  uint32_t lastAdded, addedAlike; // the last epoch put into a set, and how often in a row
  uint32_t setMisses;             // how often in a row that was not as it had been for another word
  bool hasChangedSet;             // the check in progress put the epoch into a set, maybe one that cells keep naming
  Thread* nextByHandle;           // see threads.cpp
  Thread* nextEnded;
  Thread* next; // all threads, also ended ones, which reports may name
  UnitCache units;
  uint32_t known[knownSlots]; // what of the clock others may read; see settling.h
  bool hasSets;               // in setMemos or sharedSets

  // From here on, nothing is needed when the thread has ended.
  StackMemo stackMemos[stackMemoCount];
  KnownFrame knownFrames[knownFrameCount];
  SetMemo setMemos[setMemoCount];
  AcquireMemo acquireMemos[acquireMemoCount];
  ReadMemo readMemos[readMemoCount];
  LateLoads late;
  // The sets that were in stewardShared: instrumented code may still compare with any that was in this span.
  uint32_t sharedSets[sharedSetCount];
};

extern "C" __attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread Thread* stewardCurrentThread;

// The calling thread; makes it known if it was not (a thread that uninstrumented code started).
Thread& currentThread();
inline Thread* currentThreadOrNull() { return stewardCurrentThread; }
Thread* findThread(uint32_t number);
Thread* allThreads(); // the first
// To its checks: which span it is in.
void showEpoch(const Thread& thread);
// Who had this slot at this clock.
Thread* threadOf(Epoch epoch);

// Happens-before, for the calling thread. `release` completes the span if it was used and then joins the thread's clock
// into the other; `releaseStore` replaces the other.
void acquire(Thread& thread, const VectorClock& from);
void release(Thread& thread, VectorClock& into);
void releaseStore(Thread& thread, VectorClock& into);
// If it was used; then it is true. `completeSpan` also notes that others will have it.
bool advanceSpan(Thread& thread);
void completeSpan(Thread& thread);

// The life of a thread.
Thread& addMainThread();
// By the creator, before the thread runs; what the creator did so far is before it.
Thread& addThread(Thread& creator, StackId created, bool isDetached);
void dropThread(Thread& thread);  // it could not be started
void beginThread(Thread& thread); // in the thread itself, first
void endThread(Thread& thread);   // in the thread itself, last
bool hasThreadEnded();            // of the calling thread: it is past endThread()
// The thread that the program knows by this handle and has not joined yet; null when it is not known.
Thread* findByHandle(uint64_t pthread);
// If it has none yet. Read only then: once the thread has one it runs, and the program may do away with where it is.
void setHandle(Thread& thread, const uint64_t* pthread);
void setDetached(Thread& thread);
void forgetHandle(Thread& thread); // joined
void setThreadName(Thread& thread, const char* name);

void lockThreads(); // around fork, and while slots are numbered anew
void unlockThreads();
// In the child of a fork, whose only thread is this one: all that happened in the parent is before it.
void remainAlone(Thread& thread);
class Slots;
Slots& allSlots(); // with the lock held

} // namespace steward::runtime
