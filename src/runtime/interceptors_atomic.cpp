// libatomic's functions for values of any size: some of those that are no words it changes without a lock, which is not
// seen.
#include "runtime/accesses.h"
#include "runtime/atomic_order.h"
#include "runtime/intercept.h"
#include "runtime/shadow.h"

#include <string.h>

namespace steward::runtime {

namespace {

// In a program that has no libatomic, or has it linked statically, which ours stand before: words as everybody does
// them, anything else under a lock.
SpinLock lock;

template <typename Word, typename Operation>
bool tryAsWord(size_t bytes, const void* at, Operation operation) {
  if (bytes != sizeof(Word) || uintptr_t(at) % sizeof(Word)) return false;
  operation(Word());
  return true;
}
template <typename Operation>
bool asWord(size_t bytes, const void* at, Operation operation) {
  return tryAsWord<uint8_t>(bytes, at, operation) || tryAsWord<uint16_t>(bytes, at, operation) ||
         tryAsWord<uint32_t>(bytes, at, operation) || tryAsWord<uint64_t>(bytes, at, operation) ||
         tryAsWord<unsigned __int128>(bytes, at, operation);
}

void ownLoad(size_t bytes, const void* at, void* result, int) {
  auto load = [&](auto word) {
    word = __atomic_load_n(static_cast<const decltype(word)*>(at), __ATOMIC_SEQ_CST);
    memcpy(result, &word, sizeof word);
  };
  if (asWord(bytes, at, load)) return;
  SpinGuard guard(lock);
  memcpy(result, at, bytes);
}

void ownExchange(size_t bytes, void* at, const void* value, void* result, int) {
  auto exchange = [&](auto word) {
    memcpy(&word, value, sizeof word);
    word = __atomic_exchange_n(static_cast<decltype(word)*>(at), word, __ATOMIC_SEQ_CST);
    if (result) memcpy(result, &word, sizeof word);
  };
  if (asWord(bytes, at, exchange)) return;
  SpinGuard guard(lock);
  if (result) memcpy(result, at, bytes);
  memcpy(at, value, bytes);
}

void ownStore(size_t bytes, void* at, const void* value, int order) { ownExchange(bytes, at, value, nullptr, order); }

bool ownCompareExchange(size_t bytes, void* at, void* expected, const void* desired, int, int) {
  bool succeeded = false;
  auto compareExchange = [&](auto word) {
    auto seen = word;
    memcpy(&word, desired, sizeof word);
    memcpy(&seen, expected, sizeof seen);
    succeeded = __atomic_compare_exchange_n(static_cast<decltype(word)*>(at), &seen, word, false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST);
    if (!succeeded) memcpy(expected, &seen, sizeof seen);
  };
  if (asWord(bytes, at, compareExchange)) return succeeded;
  SpinGuard guard(lock);
  succeeded = memcmp(at, expected, bytes) == 0;
  memcpy(succeeded ? at : expected, succeeded ? desired : at, bytes);
  return succeeded;
}

// The library's, which is known from the start on, or ours.
template <typename Function>
Function* found(Real<Function>& real, Function* own) {
  Function* function = __atomic_load_n(&real.function, __ATOMIC_RELAXED);
  if (!function && !isReady) function = real.find();
  return function ? function : own;
}

// The operation says whether it has written. Without an Entry nothing is known of it.
template <typename Operation>
bool inSection(const void* at, size_t bytes, const void* frame, Operation operation) {
  if (bytes) (void)*static_cast<const volatile char*>(at); // a bad address faults here, before anything is locked
  Entry entry;
  if (!entry) return false;
  SyncSection section(at);
  bool isWritten = operation(*entry, section);
  checkAccess(*entry, isWritten ? AccessKind::AtomicWrite : AccessKind::AtomicRead, at, bytes, nullptr, frame);
  return true;
}

} // namespace

STEWARD_INTERCEPT(void, __atomic_load, (size_t bytes, const void* at, void* result, int order)) {
  auto* load = found(real___atomic_load, ownLoad);
  bool isDone = inSection(at, bytes, STEWARD_FRAME, [&](Thread& thread, SyncSection& section) {
    load(bytes, at, result, order);
    acquireIn(thread, section.find(), order);
    return false;
  });
  if (!isDone) load(bytes, at, result, order);
}

STEWARD_INTERCEPT(void, __atomic_store, (size_t bytes, void* at, const void* value, int order)) {
  auto* store = found(real___atomic_store, ownStore);
  bool isDone = inSection(at, bytes, STEWARD_FRAME, [&](Thread& thread, SyncSection& section) {
    storeIn(thread, section, order);
    store(bytes, at, value, order);
    return true;
  });
  if (!isDone) store(bytes, at, value, order);
}

STEWARD_INTERCEPT(void, __atomic_exchange, (size_t bytes, void* at, const void* value, void* result, int order)) {
  auto* exchange = found(real___atomic_exchange, ownExchange);
  bool isDone = inSection(at, bytes, STEWARD_FRAME, [&](Thread& thread, SyncSection& section) {
    acquireIn(thread, section.find(), order);
    modifyIn(thread, section, order);
    exchange(bytes, at, value, result, order);
    return true;
  });
  if (!isDone) exchange(bytes, at, value, result, order);
}

STEWARD_INTERCEPT(bool, __atomic_compare_exchange,
                  (size_t bytes, void* at, void* expected, const void* desired, int success, int failure)) {
  auto* compareExchange = found(real___atomic_compare_exchange, ownCompareExchange);
  bool succeeded = false;
  bool isDone = inSection(at, bytes, STEWARD_FRAME, [&](Thread& thread, SyncSection& section) {
    succeeded = compareExchange(bytes, at, expected, desired, success, failure);
    acquireIn(thread, section.find(), succeeded ? success : failure);
    if (succeeded) modifyIn(thread, section, success);
    return succeeded;
  });
  return isDone ? succeeded : compareExchange(bytes, at, expected, desired, success, failure);
}

} // namespace steward::runtime
