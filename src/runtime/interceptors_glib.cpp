// GLib, whose locks are futexes in code of its own: mutexes and conditions, what is run once, queues and pools of
// threads. (Its recursive locks and those for readers and writers are POSIX's, its main loop wakes by a descriptor:
// those are seen as such.) No header of GLib is needed; a gboolean is an int, a gint64 an int64_t.
#include "runtime/accesses.h"
#include "runtime/locks.h"
#include "runtime/memory.h"

namespace steward::runtime {

// Mutexes.
STEWARD_INTERCEPT(void, g_mutex_init, (void* mutex)) {
  STEWARD_ACCESSES(dropSync(mutex);)
  REAL(g_mutex_init)(mutex);
}
STEWARD_INTERCEPT(void, g_mutex_clear, (void* mutex)) {
  STEWARD_ACCESSES(dropSync(mutex);)
  REAL(g_mutex_clear)(mutex);
}
STEWARD_INTERCEPT(void, g_mutex_lock, (void* mutex)) {
  REAL(g_mutex_lock)(mutex);
  STEWARD_ACCESSES(takenExclusive(*entry, mutex, STEWARD_FRAME);)
}
STEWARD_INTERCEPT(int, g_mutex_trylock, (void* mutex)) {
  int isTaken = REAL(g_mutex_trylock)(mutex);
  if (isTaken) STEWARD_ACCESSES(takenExclusive(*entry, mutex, STEWARD_FRAME);)
  return isTaken;
}
STEWARD_INTERCEPT(void, g_mutex_unlock, (void* mutex)) {
  STEWARD_ACCESSES(givingBack(*entry, mutex, STEWARD_FRAME);)
  REAL(g_mutex_unlock)(mutex);
}

// Conditions: a wait gives the mutex back and takes it again.
STEWARD_INTERCEPT(void, g_cond_wait, (void* condition, void* mutex)) {
  STEWARD_ACCESSES(givingBack(*entry, mutex, STEWARD_FRAME);)
  REAL(g_cond_wait)(condition, mutex);
  STEWARD_ACCESSES(takenExclusive(*entry, mutex, STEWARD_FRAME);)
}
STEWARD_INTERCEPT(int, g_cond_wait_until, (void* condition, void* mutex, int64_t time)) {
  STEWARD_ACCESSES(givingBack(*entry, mutex, STEWARD_FRAME);)
  int isSignalled = REAL(g_cond_wait_until)(condition, mutex, time);
  STEWARD_ACCESSES(takenExclusive(*entry, mutex, STEWARD_FRAME);)
  return isSignalled;
}

// A bit of a number, or of a pointer, as a lock.
#define STEWARD_BIT_LOCK(name)                                                                                         \
  STEWARD_INTERCEPT(void, name##_lock, (volatile void* at, int bit)) {                                                 \
    REAL(name##_lock)(at, bit);                                                                                        \
    STEWARD_ACCESSES(acquireFrom(*entry, const_cast<void*>(at));)                                                      \
  }                                                                                                                    \
  STEWARD_INTERCEPT(int, name##_trylock, (volatile void* at, int bit)) {                                               \
    int isTaken = REAL(name##_trylock)(at, bit);                                                                       \
    if (isTaken) STEWARD_ACCESSES(acquireFrom(*entry, const_cast<void*>(at));)                                         \
    return isTaken;                                                                                                    \
  }                                                                                                                    \
  STEWARD_INTERCEPT(void, name##_unlock, (volatile void* at, int bit)) {                                               \
    STEWARD_ACCESSES(releaseTo(*entry, const_cast<void*>(at));)                                                        \
    REAL(name##_unlock)(at, bit);                                                                                      \
  }
STEWARD_BIT_LOCK(g_bit)
STEWARD_BIT_LOCK(g_pointer_bit)

// Run once. Who comes later looks at the flag only, in code that is compiled for us.
#define STEWARD_ONCE(suffix, type)                                                                                     \
  STEWARD_INTERCEPT(int, g_once_init_enter##suffix, (volatile void* flag)) {                                           \
    int isFirst = REAL(g_once_init_enter##suffix)(flag);                                                               \
    if (!isFirst) STEWARD_ACCESSES(acquireFrom(*entry, const_cast<void*>(flag));)                                      \
    return isFirst;                                                                                                    \
  }                                                                                                                    \
  STEWARD_INTERCEPT(void, g_once_init_leave##suffix, (volatile void* flag, type result)) {                             \
    STEWARD_ACCESSES(releaseTo(*entry, const_cast<void*>(flag));)                                                      \
    REAL(g_once_init_leave##suffix)(flag, result);                                                                     \
  }
STEWARD_ONCE(, size_t)
STEWARD_ONCE(_pointer, void*)

namespace {
struct OnceCall {
  void* (*function)(void*);
  void* argument;
  const void* once;
};
void* callOnce(void* argument) {
  auto* call = static_cast<OnceCall*>(argument);
  void* result = call->function(call->argument);
  STEWARD_ACCESSES(releaseTo(*entry, call->once);)
  return result;
}
} // namespace
STEWARD_INTERCEPT(void*, g_once_impl, (void* once, void* (*function)(void*), void* argument)) {
  OnceCall call{function, argument, once};
  void* result = REAL(g_once_impl)(once, callOnce, &call);
  STEWARD_ACCESSES(acquireFrom(*entry, once);)
  return result;
}

// Queues.
#define STEWARD_PUSHES(name, parameters, arguments)                                                                    \
  STEWARD_INTERCEPT(void, name, parameters) {                                                                          \
    STEWARD_ACCESSES(releaseTo(*entry, queue);)                                                                        \
    REAL(name) arguments;                                                                                              \
  }
#define STEWARD_POPS(name, parameters, arguments)                                                                      \
  STEWARD_INTERCEPT(void*, name, parameters) {                                                                         \
    void* found = REAL(name) arguments;                                                                                \
    if (found) STEWARD_ACCESSES(acquireFrom(*entry, queue);)                                                           \
    return found;                                                                                                      \
  }
using Compare = int (*)(const void*, const void*, void*);
#define STEWARD_QUEUE(suffix)                                                                                          \
  STEWARD_PUSHES(g_async_queue_push##suffix, (void* queue, void* data), (queue, data))                                 \
  STEWARD_PUSHES(g_async_queue_push_front##suffix, (void* queue, void* data), (queue, data))                           \
  STEWARD_PUSHES(g_async_queue_push_sorted##suffix, (void* queue, void* data, Compare compare, void* argument),        \
                 (queue, data, compare, argument))                                                                     \
  STEWARD_POPS(g_async_queue_pop##suffix, (void* queue), (queue))                                                      \
  STEWARD_POPS(g_async_queue_try_pop##suffix, (void* queue), (queue))                                                  \
  STEWARD_POPS(g_async_queue_timeout_pop##suffix, (void* queue, uint64_t time), (queue, time))
STEWARD_QUEUE()
STEWARD_QUEUE(_unlocked)
STEWARD_INTERCEPT(void, g_async_queue_lock, (void* queue)) {
  REAL(g_async_queue_lock)(queue);
  STEWARD_ACCESSES(takenExclusive(*entry, queue, STEWARD_FRAME);)
}
STEWARD_INTERCEPT(void, g_async_queue_unlock, (void* queue)) {
  STEWARD_ACCESSES(givingBack(*entry, queue, STEWARD_FRAME);)
  REAL(g_async_queue_unlock)(queue);
}

// Pools: what was done before a piece of work was handed in is before it; all of them are before the end of a pool that
// waits for them.
namespace {
struct PoolCall { // kept for ever: work may still be under way when the pool is gone
  void (*function)(void*, void*);
  void* argument;
  uint64_t done; // its address
};
struct Pool { // GLib's, as far as it is public
  void (*function)(void*, void*);
  PoolCall* argument;
};
void work(void* data, void* argument) {
  auto* call = static_cast<PoolCall*>(argument);
  STEWARD_ACCESSES(acquireFrom(*entry, call);)
  call->function(data, call->argument);
  STEWARD_ACCESSES(releaseTo(*entry, &call->done);)
}
PoolCall* callFor(void (*function)(void*, void*), void* argument) {
  auto* call = static_cast<PoolCall*>(allocate(sizeof(PoolCall)));
  call->function = function;
  call->argument = argument;
  return call;
}
} // namespace
STEWARD_INTERCEPT(Pool*, g_thread_pool_new,
                  (void (*function)(void*, void*), void* argument, int most, int isExclusive, void** error)) {
  return REAL(g_thread_pool_new)(work, callFor(function, argument), most, isExclusive, error);
}
STEWARD_INTERCEPT(Pool*, g_thread_pool_new_full,
                  (void (*function)(void*, void*), void* argument, void (*drop)(void*), int most, int isExclusive,
                   void** error)) {
  return REAL(g_thread_pool_new_full)(work, callFor(function, argument), drop, most, isExclusive, error);
}
STEWARD_INTERCEPT(int, g_thread_pool_push, (Pool * pool, void* data, void** error)) {
  if (pool->function == work) STEWARD_ACCESSES(releaseTo(*entry, pool->argument);)
  return REAL(g_thread_pool_push)(pool, data, error);
}
STEWARD_INTERCEPT(void, g_thread_pool_free, (Pool * pool, int isImmediate, int waits)) {
  PoolCall* call = pool->function == work ? pool->argument : nullptr;
  REAL(g_thread_pool_free)(pool, isImmediate, waits);
  if (call && waits) STEWARD_ACCESSES(acquireFrom(*entry, &call->done);)
}

} // namespace steward::runtime
