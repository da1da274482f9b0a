// libatomic's functions for values of any size: some of those that are no words it changes without a lock, which is not
// seen.
#include "runtime/accesses.h"
#include "runtime/atomic_order.h"
#include "runtime/intercept.h"
#include "runtime/shadow.h"

#include <string.h>

namespace steward::runtime {

namespace {

using Load = void(size_t bytes, const void* at, void* result, int order);
using Store = void(size_t bytes, void* at, const void* value, int order);
using Exchange = void(size_t bytes, void* at, const void* value, void* result, int order);
using CompareExchange = bool(size_t bytes, void* at, void* expected, const void* desired, int success, int failure);

// In a program that has no libatomic as a shared library: words as everybody does them, anything else under a lock.
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

// `load` and its like: what does it in the end.
void watchLoad(Load* load, size_t bytes, const void* at, void* result, int order, const void* frame) {
  bool isDone = inSection(at, bytes, frame, [&](Thread& thread, SyncSection& section) {
    load(bytes, at, result, order);
    acquireIn(thread, section.find(), order);
    return false;
  });
  if (!isDone) load(bytes, at, result, order);
}

void watchStore(Store* store, size_t bytes, void* at, const void* value, int order, const void* frame) {
  bool isDone = inSection(at, bytes, frame, [&](Thread& thread, SyncSection& section) {
    storeIn(thread, section, order);
    store(bytes, at, value, order);
    return true;
  });
  if (!isDone) store(bytes, at, value, order);
}

void watchExchange(Exchange* exchange, size_t bytes, void* at, const void* value, void* result, int order,
                   const void* frame) {
  bool isDone = inSection(at, bytes, frame, [&](Thread& thread, SyncSection& section) {
    acquireIn(thread, section.find(), order);
    modifyIn(thread, section, order);
    exchange(bytes, at, value, result, order);
    return true;
  });
  if (!isDone) exchange(bytes, at, value, result, order);
}

bool watchCompareExchange(CompareExchange* compareExchange, size_t bytes, void* at, void* expected, const void* desired,
                          int success, int failure, const void* frame) {
  bool succeeded = false;
  bool isDone = inSection(at, bytes, frame, [&](Thread& thread, SyncSection& section) {
    succeeded = compareExchange(bytes, at, expected, desired, success, failure);
    acquireIn(thread, section.find(), succeeded ? success : failure);
    if (succeeded) modifyIn(thread, section, success);
    return succeeded;
  });
  return isDone ? succeeded : compareExchange(bytes, at, expected, desired, success, failure);
}

} // namespace

// For code that is not instrumented.
STEWARD_INTERCEPT(void, __atomic_load, (size_t bytes, const void* at, void* result, int order)) {
  watchLoad(found(real___atomic_load, ownLoad), bytes, at, result, order, STEWARD_FRAME);
}
STEWARD_INTERCEPT(void, __atomic_store, (size_t bytes, void* at, const void* value, int order)) {
  watchStore(found(real___atomic_store, ownStore), bytes, at, value, order, STEWARD_FRAME);
}
STEWARD_INTERCEPT(void, __atomic_exchange, (size_t bytes, void* at, const void* value, void* result, int order)) {
  watchExchange(found(real___atomic_exchange, ownExchange), bytes, at, value, result, order, STEWARD_FRAME);
}
STEWARD_INTERCEPT(bool, __atomic_compare_exchange,
                  (size_t bytes, void* at, void* expected, const void* desired, int success, int failure)) {
  return watchCompareExchange(found(real___atomic_compare_exchange, ownCompareExchange), bytes, at, expected, desired,
                              success, failure, STEWARD_FRAME);
}

} // namespace steward::runtime

// Those that the program was linked with: one of the above, which knows that it is inside of the runtime, or those of a
// libatomic that was linked statically, which nobody else can take over.
using namespace steward::runtime;

void __steward_generic_load(size_t bytes, const void* at, void* result, int order) {
  watchLoad(stewards___atomic_load, bytes, at, result, order, STEWARD_FRAME);
}
void __steward_generic_store(size_t bytes, void* at, const void* value, int order) {
  watchStore(stewards___atomic_store, bytes, at, value, order, STEWARD_FRAME);
}
void __steward_generic_exchange(size_t bytes, void* at, const void* value, void* result, int order) {
  watchExchange(stewards___atomic_exchange, bytes, at, value, result, order, STEWARD_FRAME);
}
bool __steward_generic_compare_exchange(size_t bytes, void* at, void* expected, const void* desired, int success,
                                        int failure) {
  return watchCompareExchange(stewards___atomic_compare_exchange, bytes, at, expected, desired, success, failure,
                              STEWARD_FRAME);
}
