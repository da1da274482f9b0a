// What threads synchronise through, by address: mutexes, semaphores, atomics, descriptors. An object comes to be when
// something is first released through its address, and goes with the memory that it is in.
//
// The table is an array of buckets, each with a lock of its own that guards the objects in it. Neighbours in memory
// are neighbours in the table, so that a block that is freed is looked through at the cost of one line of the cache for
// each 32 of its bytes; a count for each page of memory (by hash) says where nothing is to be looked for at all.
#pragma once

#include "runtime/memory.h"
#include "runtime/thread.h"

namespace steward::runtime {

struct Sync {
  uintptr_t at;
  Sync* next;
  VectorClock clock;   // what an acquire brings
  VectorClock other;   // locks for readers and writers: released by readers, for writers. Barriers: every second round
  uint32_t owner;      // number of the thread that holds it, alone; 0: nobody, or not known
  uint32_t depth;      // how often, for recursive locks
  uint32_t releasedBy; // number of the thread whose clock `clock` is a copy of, at its version `releasedVersion`
  uint64_t releasedVersion;
  uint32_t releasedSlot; // which the thread had then
  bool wasAcquired;      // `clock`, by another thread, since it was last stored; see held.h
  // Barriers.
  uint32_t expected;   // threads that make a round; 0: not known
  uint32_t arrived;    // in the round that is open
  uint32_t leaving[2]; // of the last even and odd round
  uint32_t round;
};

struct SyncBucket {
  SpinLock lock;
  uint32_t changes; // counts up before a clock in it becomes more, and so before the value is stored that publishes it
  Sync* first;
};
inline constexpr unsigned syncBucketBits = 18;
extern SyncBucket syncBuckets[1u << syncBucketBits];

inline SyncBucket& syncBucket(uintptr_t at) {
  // Consecutive within a page, pages scattered.
  uint64_t page = (at >> 12) * 0x9e37'79b9'7f4a'7c15u;
  return syncBuckets[((at >> 3 & 511) + (page >> (64 - syncBucketBits))) & ((1u << syncBucketBits) - 1)];
}

// How many objects there are in the pages of memory that have the same hash.
inline constexpr unsigned syncPageBits = 12, syncCountBits = 16;
extern uint32_t syncPageCounts[1u << syncCountBits];
inline uint32_t& syncPageCount(uintptr_t at) {
  return syncPageCounts[(at >> syncPageBits) * 0x9e37'79b9'7f4a'7c15u >> (64 - syncCountBits)];
}

// Whether nothing was released through this address. Without the lock: a caller that has read a value first and then
// finds nothing has not read what a release published, for the object is there, and counted, before the value is. An
// array of numbers that only relaxed operations go to is told by the count, and its buckets stay out of the cache.
inline bool hasNoSync(const void* at) {
  return !__atomic_load_n(&syncPageCount(uintptr_t(at)), __ATOMIC_ACQUIRE) ||
         !__atomic_load_n(&syncBucket(uintptr_t(at)).first, __ATOMIC_ACQUIRE);
}

// The bucket of an address, locked, and the object in it.
class SyncSection {
public:
  explicit SyncSection(const void* at) : at_(uintptr_t(at)), bucket_(syncBucket(at_)) {
    bucket_.lock.lock();
    sync_ = bucket_.first;
    while (sync_ && sync_->at != at_) sync_ = sync_->next;
  }
  ~SyncSection() { bucket_.lock.unlock(); }
  SyncSection(const SyncSection&) = delete;

  Sync* find() { return sync_; } // its clock does not become more
  Sync& make() {
    __atomic_store_n(&bucket_.changes, bucket_.changes + 1, __ATOMIC_RELEASE);
    return sync_ ? *sync_ : add();
  }
  uint32_t changes() const { return bucket_.changes; }

private:
  Sync& add();
  uintptr_t at_;
  SyncBucket& bucket_;
  Sync* sync_;
};

void acquireFrom(Thread& thread, const void* at);
void releaseTo(Thread& thread, const void* at);
// What was a Sync here is none any more: destroyed, freed, unmapped, or about to be initialised.
void dropSync(const void* at);
void dropSyncs(const void* at, size_t bytes);

} // namespace steward::runtime
