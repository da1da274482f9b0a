// Mutexes, locks for readers and writers, spin locks; those of C11 are at the end.
#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/locks.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

namespace steward::runtime {

namespace {

// A robust mutex whose owner died is held as well.
bool isHeld(int status) { return status == 0 || status == EOWNERDEAD; }

} // namespace

// Functions that take a lock and return 0, and one that gives it back.
#define STEWARD_TAKES(how, name, parameters, arguments)                                                                \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int status = REAL(name) arguments;                                                                                 \
    if (isHeld(status) && !STEWARD_IS_CALLED_BY_OPENMP) {                                                              \
      Entry entry;                                                                                                     \
      if (entry) how(*entry, lock, STEWARD_FRAME);                                                                     \
    }                                                                                                                  \
    return status;                                                                                                     \
  }
#define STEWARD_GIVES_BACK(name, type)                                                                                 \
  STEWARD_INTERCEPT(int, name, (type * lock)) {                                                                        \
    if (!STEWARD_IS_CALLED_BY_OPENMP) {                                                                                \
      Entry entry;                                                                                                     \
      if (entry) givingBack(*entry, const_cast<const void*>(static_cast<volatile void*>(lock)), STEWARD_FRAME);        \
    }                                                                                                                  \
    return REAL(name)(lock);                                                                                           \
  }
// Functions after which, or before which, the memory is no lock that anyone has used.
#define STEWARD_FORGETS(result, name, parameters, arguments)                                                           \
  STEWARD_INTERCEPT(result, name, parameters) {                                                                        \
    {                                                                                                                  \
      Entry entry;                                                                                                     \
      if (entry) dropSync(const_cast<const void*>(static_cast<volatile void*>(lock)));                                 \
    }                                                                                                                  \
    return REAL(name) arguments;                                                                                       \
  }

STEWARD_TAKES(takenExclusive, pthread_mutex_lock, (pthread_mutex_t * lock), (lock))
STEWARD_TAKES(takenExclusive, pthread_mutex_trylock, (pthread_mutex_t * lock), (lock))
STEWARD_TAKES(takenExclusive, pthread_mutex_timedlock, (pthread_mutex_t * lock, const timespec* until), (lock, until))
STEWARD_TAKES(takenExclusive, pthread_mutex_clocklock, (pthread_mutex_t * lock, clockid_t clock, const timespec* until),
              (lock, clock, until))
STEWARD_GIVES_BACK(pthread_mutex_unlock, pthread_mutex_t)
STEWARD_FORGETS(int, pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t* attributes),
                (lock, attributes))
STEWARD_FORGETS(int, pthread_mutex_destroy, (pthread_mutex_t * lock), (lock))

STEWARD_TAKES(takenShared, pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
STEWARD_TAKES(takenShared, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock))
STEWARD_TAKES(takenShared, pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const timespec* until), (lock, until))
STEWARD_TAKES(takenShared, pthread_rwlock_clockrdlock,
              (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
STEWARD_TAKES(takenExclusive, pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
STEWARD_TAKES(takenExclusive, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock))
STEWARD_TAKES(takenExclusive, pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const timespec* until),
              (lock, until))
STEWARD_TAKES(takenExclusive, pthread_rwlock_clockwrlock,
              (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
STEWARD_GIVES_BACK(pthread_rwlock_unlock, pthread_rwlock_t)
STEWARD_FORGETS(int, pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attributes),
                (lock, attributes))
STEWARD_FORGETS(int, pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))

#define STEWARD_TAKES_SPIN(name)                                                                                       \
  STEWARD_INTERCEPT(int, name, (pthread_spinlock_t * lock)) {                                                          \
    int status = REAL(name)(lock);                                                                                     \
    if (status == 0) {                                                                                                 \
      Entry entry;                                                                                                     \
      if (entry) takenExclusive(*entry, const_cast<int*>(lock), STEWARD_FRAME);                                        \
    }                                                                                                                  \
    return status;                                                                                                     \
  }
STEWARD_TAKES_SPIN(pthread_spin_lock)
STEWARD_TAKES_SPIN(pthread_spin_trylock)
STEWARD_GIVES_BACK(pthread_spin_unlock, pthread_spinlock_t)
STEWARD_FORGETS(int, pthread_spin_init, (pthread_spinlock_t * lock, int shared), (lock, shared))
STEWARD_FORGETS(int, pthread_spin_destroy, (pthread_spinlock_t * lock), (lock))

// C11. thrd_success is 0.
STEWARD_TAKES(takenExclusive, mtx_lock, (mtx_t * lock), (lock))
STEWARD_TAKES(takenExclusive, mtx_trylock, (mtx_t * lock), (lock))
STEWARD_TAKES(takenExclusive, mtx_timedlock, (mtx_t * lock, const timespec* until), (lock, until))
STEWARD_GIVES_BACK(mtx_unlock, mtx_t)
STEWARD_FORGETS(int, mtx_init, (mtx_t * lock, int type), (lock, type))
STEWARD_FORGETS(void, mtx_destroy, (mtx_t * lock), (lock))

} // namespace steward::runtime
