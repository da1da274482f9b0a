#include "runtime/sync.h"

#include "runtime/trace.h"

namespace steward::runtime {

SyncBucket syncBuckets[1u << syncBucketBits];
uint32_t syncPageCounts[1u << syncCountBits];

namespace {

// The objects of a bucket from `low` to below `high`.
void dropFrom(SyncBucket& bucket, uintptr_t low, uintptr_t high) {
  if (!__atomic_load_n(&bucket.first, __ATOMIC_RELAXED)) return;
  Sync* dropped = nullptr;
  bucket.lock.lock();
  for (Sync** at = &bucket.first; *at;) {
    Sync* sync = *at;
    if (sync->at < low || sync->at >= high) {
      at = &sync->next;
      continue;
    }
    __atomic_store_n(at, sync->next, __ATOMIC_RELEASE);
    sync->next = dropped;
    dropped = sync;
  }
  bucket.lock.unlock();
  while (dropped) {
    Sync* next = dropped->next;
    __atomic_fetch_sub(&syncPageCount(dropped->at), 1, __ATOMIC_RELAXED);
    dropped->clock.destroy();
    dropped->other.destroy();
    release(dropped, sizeof(Sync));
    dropped = next;
  }
}

} // namespace

Sync& SyncSection::add() {
  sync_ = static_cast<Sync*>(allocate(sizeof(Sync)));
  sync_->at = at_;
  sync_->next = bucket_.first;
  __atomic_fetch_add(&syncPageCount(at_), 1, __ATOMIC_RELEASE);
  __atomic_store_n(&bucket_.first, sync_, __ATOMIC_RELEASE);
  return *sync_;
}

void acquireFrom(Thread& thread, const void* at) {
  SyncSection section(at);
  traceSync(TraceKind::Acquire, thread, at);
  if (Sync* sync = section.find()) {
    acquire(thread, sync->clock);
    sync->wasAcquired = true;
  }
}

void releaseTo(Thread& thread, const void* at) {
  SyncSection section(at);
  Sync& sync = section.make();
  traceSync(TraceKind::Release, thread, at);
  sync.releasedBy = 0;
  release(thread, sync.clock);
}

void dropSync(const void* at) {
  traceMemory(TraceKind::Drop, at, 1);
  dropFrom(syncBucket(uintptr_t(at)), uintptr_t(at), uintptr_t(at) + 1);
}

void dropSyncs(const void* block, size_t bytes) {
  traceMemory(TraceKind::Drop, block, bytes);
  uintptr_t low = uintptr_t(block), high = low + bytes;
  if (bytes >> syncPageBits > 1u << syncCountBits) { // more pages than buckets
    for (SyncBucket& bucket : syncBuckets) dropFrom(bucket, low, high);
    return;
  }
  while (low < high) {
    uintptr_t end = (low | ((uintptr_t(1) << syncPageBits) - 1)) + 1; // of the page
    if (end > high) end = high;
    if (__atomic_load_n(&syncPageCount(low), __ATOMIC_RELAXED))
      for (uintptr_t at = low & ~uintptr_t(7); at < end; at += 8) dropFrom(syncBucket(at), low, end);
    low = end;
  }
}

} // namespace steward::runtime
