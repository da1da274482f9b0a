#include "runtime/cell.h"
#include "runtime/gate.h"
#include "runtime/held.h"
#include "runtime/init.h"
#include "runtime/late_loads.h"
#include "runtime/memory.h"
#include "runtime/options.h"
#include "runtime/own_reads.h"
#include "runtime/settling.h"
#include "runtime/shadow.h"
#include "runtime/side.h"
#include "runtime/slots.h"
#include "runtime/stacks.h"
#include "runtime/system.h"
#include "runtime/thread.h"
#include "runtime/trace.h"

#include <pthread.h>

extern "C" {
__attribute__((visibility("hidden"),
               tls_model("initial-exec"))) __thread steward::runtime::Thread* stewardCurrentThread;
}

namespace steward::runtime {

namespace {

constexpr uint32_t threadLimit = 1 << 22, handleBuckets = 4096;

SpinLock lock; // of everything here
Slots slots;
Thread *firstThread, *lastThread;
Thread** byNumber;
uint32_t threadCount;
Thread* byHandle[handleBuckets];
bool isOutOfSlots;
uint32_t ringSize;      // of all histories
uint32_t livingThreads; // that run, or are about to

// After endThread(): whose the thread was, for code that still runs in it.
__attribute__((tls_model("initial-exec"))) __thread Thread* endedThread;

Thread** handleBucket(uint64_t pthread) { return &byHandle[(pthread >> 12 ^ pthread >> 24) % handleBuckets]; }

void removeHandle(Thread& thread) {
  for (Thread** at = handleBucket(thread.pthread); *at; at = &(*at)->nextByHandle)
    if (*at == &thread) {
      *at = thread.nextByHandle;
      thread.nextByHandle = nullptr;
      return;
    }
}

uint32_t takenTables; // a bit for each

void takeTable(Thread& thread) {
  uint32_t free = ~takenTables & ((1u << readTables) - 1);
  if (!free) return;
  thread.readTable = uint32_t(__builtin_ctz(free)) + 1;
  takenTables |= readerBit(thread.readTable);
}

void giveBackTable(Thread& thread) {
  if (thread.readTable) takenTables &= ~readerBit(thread.readTable);
  thread.readTable = 0;
}

void takeSlot(Thread& thread) {
  uint32_t completed;
  bool isForced;
  thread.slot = slots.take(&thread, thread.clock, &completed, &isForced);
  if (thread.slot == 0 || isForced) {
    if (!isOutOfSlots)
      say("there are too many threads to tell their times apart: from here on some races with threads that ",
          isForced ? "ended long ago are not found" : "start now are not found");
    isOutOfSlots = true;
  }
  if (thread.slot == 0) return;
  tableOfSlot[thread.slot] = uint8_t(thread.readTable);
  thread.clock.set(thread.slot, completed);
  ++thread.clockVersion;
}

void giveBackLeft(Thread& thread) {
  slots.giveBack(thread.leftSlot, thread.clock.get(thread.leftSlot));
  thread.leftSlot = 0;
}

void renumberIfShort(const Thread& thread) {
  if (slots.isShort(thread.clock, livingThreads)) wantRenumbering();
}

} // namespace

// The current epoch, from the clock. Slot 0 has one only.
void showEpoch(const Thread& thread) {
  uint32_t clock = thread.slot ? thread.clock.get(thread.slot) + 1 : 1;
  __steward_epoch = makeEpoch(thread.slot, clock) << markBits;
  stewardShared = noSet;
}

namespace {

// Many at a time: a call of the system for each costs a tenth of what it takes to create a thread.
Thread* threadMemory() {
  constexpr unsigned atOnce = 16;
  static Thread* next;
  static unsigned left;
  if (!left) next = static_cast<Thread*>(mapPages(sizeof(Thread) * (left = atOnce)));
  --left;
  return next++;
}

Thread& newThread() {
  Thread* thread = threadMemory();
  if (!byNumber) byNumber = static_cast<Thread**>(mapPages(threadLimit * sizeof(Thread*)));
  thread->number = ++threadCount;
  ++livingThreads;
  if (thread->number < threadLimit) byNumber[thread->number] = thread;
  if (lastThread)
    lastThread->next = thread;
  else
    firstThread = thread;
  lastThread = thread;
  takeTable(*thread);
  return *thread;
}

// With only one thread left, whatever it is ordered after is before everything that is still to come.
void settleAll(const Thread& thread) {
  if (livingThreads != 1) return;
  for (uint32_t slot = 1; slot < thread.clock.size(); ++slot) settledClocks[slot] = thread.clock.get(slot);
}

// What ended threads did is kept for a while. Then the memory goes to the next thread; a report that is just looking
// finds events of an epoch that it does not ask for.
struct {
  Thread *oldest, *newest;
  size_t bytes, count;
  Event* spare[64];
  unsigned spareCount;
} ended;
constexpr size_t keptBytes = 16 << 20, keptCount = 1024;

size_t historyBytes(const Thread& thread) {
  uint64_t events = thread.history.next < thread.history.size ? thread.history.next : thread.history.size;
  return events * sizeof(Event);
}

void keepHistory(Thread& thread) {
  if (!thread.history.ring) return;
  if (ended.newest)
    ended.newest->nextEnded = &thread;
  else
    ended.oldest = &thread;
  ended.newest = &thread;
  ended.bytes += historyBytes(thread);
  ++ended.count;
  while ((ended.bytes > keptBytes || ended.count > keptCount) &&
         ended.spareCount < sizeof ended.spare / sizeof(Event*)) {
    Thread& oldest = *ended.oldest;
    ended.oldest = oldest.nextEnded;
    if (!ended.oldest) ended.newest = nullptr;
    ended.bytes -= historyBytes(oldest);
    --ended.count;
    __atomic_store_n(&oldest.history.next, 0, __ATOMIC_RELEASE); // the ring stays readable
    ended.spare[ended.spareCount++] = oldest.history.ring;
    ringSize = oldest.history.size;
  }
}

void takeHistory(Thread& thread) {
  if (!ended.spareCount) return;
  thread.history.ring = ended.spare[--ended.spareCount];
  thread.history.size = ringSize;
  thread.touchesLightly = !options.exact && thread.slot;
}

void findStack(Thread& thread) {
  pthread_attr_t attributes;
  void* low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes)) return;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
    thread.stackLow = uintptr_t(low);
    thread.stackHigh = uintptr_t(low) + bytes;
  }
  pthread_attr_destroy(&attributes);
}

} // namespace

Thread* findThread(uint32_t number) { return byNumber && number < threadLimit ? byNumber[number] : nullptr; }
Thread* threadOf(Epoch epoch) { return slots.tenantOf(epoch); }
Thread* allThreads() { return firstThread; }
bool hasThreadEnded() { return endedThread != nullptr; }

Thread& currentThread() {
  if (Thread* thread = stewardCurrentThread) return *thread;
  if (endedThread) return *endedThread;
  initialize(); // makes the main thread known
  if (Thread* thread = stewardCurrentThread) return *thread;
  lock.lock();
  Thread& thread = newThread();
  thread.isForeign = true;
  takeSlot(thread);
  addLiving(thread);
  takeHistory(thread);
  lock.unlock();
  beginThread(thread);
  return thread;
}

Thread& addMainThread() {
  lock.lock();
  Thread& thread = newThread();
  takeSlot(thread);
  addLiving(thread);
  lock.unlock();
  findMainStack(&thread.stackLow, &thread.stackHigh);
  uint64_t self = pthread_self();
  setHandle(thread, &self);
  setThreadName(thread, "main");
  stewardCurrentThread = &thread;
  showEpoch(thread);
  traceThread(TraceKind::Begin, thread);
  return thread;
}

Thread& addThread(Thread& creator, StackId created, bool isDetached) {
  completeSpan(creator);
  lock.lock();
  settleAll(creator);
  Thread& thread = newThread();
  thread.creator = creator.number;
  thread.created = created;
  thread.isDetached = isDetached;
  thread.clock.assign(creator.clock);
  takeSlot(thread);
  renumberIfShort(thread);
  addLiving(thread);
  takeHistory(thread);
  lock.unlock();
  traceThread(TraceKind::Fork, creator, &thread);
  return thread;
}

void dropThread(Thread& thread) {
  SpinGuard guard(lock);
  giveBackTable(thread);
  slots.giveBack(thread.slot, thread.clock.get(thread.slot));
  --livingThreads;
  removeLiving(thread);
  thread.clock.destroy();
  thread.hasEnded = true;
}

void beginThread(Thread& thread) {
  stewardCurrentThread = &thread;
  ++thread.inRuntime; // what the C library does meanwhile is not the program's
  lookAtGate(thread);
  showEpoch(thread);
  traceThread(TraceKind::Begin, thread);
  findStack(thread);
  uint64_t self = pthread_self();
  setHandle(thread, &self);
  // Thread-local storage lies in the same mapping, above the stack.
  if (!thread.isForeign && thread.stackHigh) {
    char* low = reinterpret_cast<char*>(thread.stackLow);
    forgetAccesses(low, thread.stackHigh - thread.stackLow);
  }
  callWhenThreadEnds(thread);
  --thread.inRuntime;
}

// What is to be done at a thread's end while no other begins, ends or is numbered anew.
static void endLocked(Thread& thread) {
  thread.hasEnded = true;
  --livingThreads;
  if (thread.hasSets) leaveMemos(thread);
  removeLiving(thread);
  giveBackTable(thread);
  slots.giveBack(thread.slot, thread.clock.get(thread.slot));
  giveBackLeft(thread);
  keepHistory(thread);
  if (thread.isDetached) {
    removeHandle(thread);
    thread.clock.destroy();
  }
  thread.released.destroy();
  thread.observed.destroy();
}

void endThread(Thread& thread) {
  lookAtGate(thread);
  checkLateLoads(thread);
  traceThread(TraceKind::End, thread);
  thread.epochUsed = true; // its time is over in any case
  completeSpan(thread);
  endedThread = &thread;
  giveBackUnits(thread);
  stewardCurrentThread = nullptr;
  {
    SpinGuard guard(lock);
    endLocked(thread);
  }
  // Reports may name it for ever.
  emptyPages(thread.stackMemos, uintptr_t(&thread + 1) - uintptr_t(thread.stackMemos));
}

Thread* findByHandle(uint64_t pthread) {
  SpinGuard guard(lock);
  for (Thread* thread = *handleBucket(pthread); thread; thread = thread->nextByHandle)
    if (thread->pthread == pthread) return thread;
  return nullptr;
}

void setHandle(Thread& thread, const uint64_t* pthread) {
  SpinGuard guard(lock);
  if (thread.pthread) return;
  thread.pthread = *pthread;
  thread.nextByHandle = *handleBucket(thread.pthread);
  *handleBucket(thread.pthread) = &thread;
}

void setDetached(Thread& thread) {
  SpinGuard guard(lock);
  thread.isDetached = true;
  if (thread.hasEnded) {
    removeHandle(thread);
    thread.clock.destroy();
  }
}

void forgetHandle(Thread& thread) {
  SpinGuard guard(lock);
  thread.isJoined = true;
  removeHandle(thread);
  thread.clock.destroy();
}

void setThreadName(Thread& thread, const char* name) {
  unsigned i = 0;
  for (; name[i] && i + 1 < sizeof thread.name; ++i) thread.name[i] = name[i];
  thread.name[i] = 0;
}

void acquire(Thread& thread, const VectorClock& from) {
  ++thread.counts.acquired;
  if (!thread.clock.join(from)) return;
  ++thread.clockVersion;
  showKnown(thread);
}

// Now and then is enough: so seldom that it costs a span little, however many threads there are.
static void settleSometimes(Thread& thread) {
  if (thread.counts.spans < thread.settlesNext || !lock.tryLock()) return;
  thread.settlesNext = thread.counts.spans + 16 + uint64_t(livingThreads) * slots.count() / 8;
  settle(slots.count());
  lock.unlock();
}

// Its slot is used up, and is covered by the thread's own clock for good; see thread.h. Without another one it stays in
// its last span, all of which counts as released, and looks again now and then.
static void leaveSlot(Thread& thread) {
  uint32_t old = thread.slot;
  SpinGuard guard(lock);
  takeSlot(thread);
  if (thread.slot) {
    giveBackLeft(thread);
    thread.leftSlot = old;
    showEpoch(thread);
  } else {
    thread.slot = old;
  }
  renumberIfShort(thread);
}

bool advanceSpan(Thread& thread) {
  ++thread.counts.released;
  if (!thread.epochUsed || thread.slot == 0) return false;
  thread.epochUsed = false;
  uint32_t completed = thread.clock.get(thread.slot) + 1;
  if (completed > options.spans) {
    if (thread.counts.released % 1024 == 0) leaveSlot(thread);
    return false;
  }
  ++thread.counts.spans;
  thread.clock.set(thread.slot, completed);
  if (thread.slot < knownSlots) __atomic_store_n(&thread.known[thread.slot], completed, __ATOMIC_RELAXED);
  ++thread.clockVersion;
  settleSometimes(thread);
  if (completed < options.spans) {
    __steward_epoch = makeEpoch(thread.slot, completed + 1) << markBits;
    stewardShared = noSet;
    return true;
  }
  holdByAnybody(thread);
  leaveSlot(thread);
  return false;
}

void completeSpan(Thread& thread) {
  advanceSpan(thread);
  holdByAnybody(thread);
}

void release(Thread& thread, VectorClock& into) {
  completeSpan(thread);
  into.join(thread.clock);
}

void releaseStore(Thread& thread, VectorClock& into) {
  completeSpan(thread);
  into.assign(thread.clock);
}

Slots& allSlots() { return slots; }
void lockThreads() { lock.lock(); }
void unlockThreads() { lock.unlock(); }

void remainAlone(Thread& thread) {
  SpinGuard guard(lock);
  livingThreads = 1;
  for (Thread* other = firstThread; other; other = other->next) {
    if (other == &thread || other->hasEnded) continue;
    other->hasEnded = true;
    other->lateCount = 0; // what it had not checked yet, it will in the parent
    removeLiving(*other);
    // The span in which it was, too.
    uint32_t last = other->slot ? other->clock.get(other->slot) + 1 : 0;
    if (last > options.spans) last = options.spans;
    slots.giveBack(other->slot, last);
    giveBackLeft(*other);
    giveBackTable(*other);
    if (other->pthread) removeHandle(*other);
    other->clock.destroy();
  }
  for (uint32_t slot = 1; slot < slots.count(); ++slot)
    if (slot != thread.slot && slot != thread.leftSlot) thread.clock.set(slot, slots.lastClock(slot));
  ++thread.clockVersion;
  showKnown(thread);
}

} // namespace steward::runtime
