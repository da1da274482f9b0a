// Functions of OpenMP's library that a tool is not told of, or not rightly.
#include "runtime/intercept.h"
#include "runtime/locks.h"
#include "runtime/openmp.h"
#include "runtime/shadow.h"
#include "runtime/sync.h"

namespace steward::runtime {

// Memory that the library gives out again and again by itself: to another thread, for another task. What was done to it
// before is no one's any more.
namespace {
void* given(void* block, size_t bytes) {
  if (block) forgetAccesses(block, bytes);
  return block;
}
} // namespace

STEWARD_INTERCEPT(void*, __kmpc_omp_task_alloc,
                  (void* place, int thread, int flags, size_t taskBytes, size_t sharedBytes, void* entry)) {
  void* task = REAL(__kmpc_omp_task_alloc)(place, thread, flags, taskBytes, sharedBytes, entry);
  return given(task, taskBytes + sharedBytes);
}

#define STEWARD_GIVES(name, parameters, arguments, bytes)                                                              \
  STEWARD_INTERCEPT(void*, name, parameters) { return given(REAL(name) arguments, bytes); }
STEWARD_GIVES(omp_alloc, (size_t bytes, uintptr_t how), (bytes, how), bytes)
STEWARD_GIVES(omp_aligned_alloc, (size_t align, size_t bytes, uintptr_t how), (align, bytes, how), bytes)
STEWARD_GIVES(omp_calloc, (size_t count, size_t bytes, uintptr_t how), (count, bytes, how), count* bytes)
STEWARD_GIVES(omp_aligned_calloc, (size_t align, size_t count, size_t bytes, uintptr_t how), (align, count, bytes, how),
              count* bytes)
STEWARD_GIVES(omp_realloc, (void* block, size_t bytes, uintptr_t how, uintptr_t before), (block, bytes, how, before),
              bytes)
STEWARD_GIVES(__kmpc_alloc, (int thread, size_t bytes, uintptr_t how), (thread, bytes, how), bytes)
STEWARD_GIVES(__kmpc_aligned_alloc, (int thread, size_t align, size_t bytes, uintptr_t how),
              (thread, align, bytes, how), bytes)
STEWARD_GIVES(kmp_malloc, (size_t bytes), (bytes), bytes)
STEWARD_GIVES(kmp_aligned_malloc, (size_t bytes, size_t align), (bytes, align), bytes)
STEWARD_GIVES(kmp_calloc, (size_t count, size_t bytes), (count, bytes), count* bytes)
STEWARD_GIVES(kmp_realloc, (void* block, size_t bytes), (block, bytes), bytes)

// Waiting for tasks of the kinds mutexinoutset and inoutset, the library writes beyond the end of what it tells a tool.
// As inout such a wait is for more, if for anything else.
namespace {

struct DependenceInfo { // the library's
  intptr_t at;
  size_t bytes;
  uint8_t flags;
};
constexpr uint8_t isIn = 1, isOut = 2, isMutexInOutSet = 4, isInOutSet = 8;

class Simplified {
public:
  Simplified(int count, const DependenceInfo* list) : bytes_(size_t(count > 0 ? count : 0) * sizeof *list) {
    for (int i = 0; i < count; ++i) isNeeded_ |= list[i].flags & (isMutexInOutSet | isInOutSet);
    list_ = const_cast<DependenceInfo*>(list);
    if (!isNeeded_) return;
    list_ = static_cast<DependenceInfo*>(allocate(bytes_));
    for (int i = 0; i < count; ++i) {
      list_[i] = list[i];
      if (list[i].flags & (isMutexInOutSet | isInOutSet)) list_[i].flags = isIn | isOut;
    }
  }
  ~Simplified() {
    if (isNeeded_) release(list_, bytes_);
  }
  Simplified(const Simplified&) = delete;
  DependenceInfo* list() { return list_; }

private:
  size_t bytes_;
  DependenceInfo* list_;
  bool isNeeded_ = false;
};

} // namespace

STEWARD_INTERCEPT(void, __kmpc_omp_wait_deps,
                  (void* place, int thread, int count, DependenceInfo* list, int others, DependenceInfo* otherList)) {
  Simplified simplified(count, list);
  REAL(__kmpc_omp_wait_deps)(place, thread, count, simplified.list(), others, otherList);
}
STEWARD_INTERCEPT(void, __kmpc_omp_taskwait_deps_51,
                  (void* place, int thread, int count, DependenceInfo* list, int others, DependenceInfo* otherList,
                   int noWait)) {
  Simplified simplified(count, list);
  REAL(__kmpc_omp_taskwait_deps_51)(place, thread, count, simplified.list(), others, otherList, noWait);
}

// What excludes others. A tool would be told of a release when another thread may already have what was released; and
// telling of a critical section's end, the library looks at the first thread that ever came to it, which may be gone.
namespace {

void taken(const void* lock, const void* frame) {
  Entry entry;
  if (entry) takenExclusive(*entry, lock, frame);
}

void givenBack(const void* lock, const void* frame) {
  Entry entry;
  if (entry) givingBack(*entry, lock, frame);
}

} // namespace

#define STEWARD_SETS(name)                                                                                             \
  STEWARD_INTERCEPT(void, name, (void* lock)) {                                                                        \
    REAL(name)(lock);                                                                                                  \
    taken(lock, STEWARD_FRAME);                                                                                        \
  }
#define STEWARD_TESTS(name)                                                                                            \
  STEWARD_INTERCEPT(int, name, (void* lock)) {                                                                         \
    int isSet = REAL(name)(lock);                                                                                      \
    if (isSet) taken(lock, STEWARD_FRAME);                                                                             \
    return isSet;                                                                                                      \
  }
#define STEWARD_UNSETS(name)                                                                                           \
  STEWARD_INTERCEPT(void, name, (void* lock)) {                                                                        \
    givenBack(lock, STEWARD_FRAME);                                                                                    \
    REAL(name)(lock);                                                                                                  \
  }
STEWARD_SETS(omp_set_lock)
STEWARD_TESTS(omp_test_lock)
STEWARD_UNSETS(omp_unset_lock)
STEWARD_SETS(omp_set_nest_lock)
STEWARD_TESTS(omp_test_nest_lock)
STEWARD_UNSETS(omp_unset_nest_lock)

STEWARD_INTERCEPT(void, __kmpc_critical, (void* place, int thread, void* name)) {
  REAL(__kmpc_critical)(place, thread, name);
  taken(name, STEWARD_FRAME);
}
STEWARD_INTERCEPT(void, __kmpc_critical_with_hint, (void* place, int thread, void* name, uint32_t hint)) {
  REAL(__kmpc_critical_with_hint)(place, thread, name, hint);
  taken(name, STEWARD_FRAME);
}
STEWARD_INTERCEPT(void, __kmpc_end_critical, (void* place, int thread, void* name)) {
  givenBack(name, STEWARD_FRAME);
  REAL(__kmpc_end_critical)(place, thread, name);
}

STEWARD_INTERCEPT(void, __kmpc_ordered, (void* place, int thread)) {
  REAL(__kmpc_ordered)(place, thread);
  Entry entry;
  if (const void* order = entry ? orderOfLoop() : nullptr) acquireFrom(*entry, order);
}
STEWARD_INTERCEPT(void, __kmpc_end_ordered, (void* place, int thread)) {
  {
    Entry entry;
    if (const void* order = entry ? orderOfLoop() : nullptr) releaseTo(*entry, order);
  }
  REAL(__kmpc_end_ordered)(place, thread);
}

// A reduction of a team that tasks take part in: each thread has a copy for the tasks that it runs. By itself the
// library has the first thread that comes make those of all, and the others know of that by means that are not seen.
// Asked to make a copy when it is first needed, it has each thread make its own; and so as to be made when they were
// otherwise, they are needed here.
namespace {

struct Reduced { // the library's
  void *into, *original;
  size_t bytes;
  void *makes, *unmakes, *combines;
  uint32_t flags;
};
constexpr uint32_t isMadeWhenNeeded = 1;
Real<void*(int thread, void* group, void* into)> copyOf = {"__kmpc_task_reduction_get_th_data", nullptr, nullptr};

} // namespace

STEWARD_INTERCEPT(void*, __kmpc_taskred_modifier_init,
                  (void* place, int thread, int isWorksharing, int count, Reduced* list)) {
  auto* isOurs = static_cast<bool*>(__builtin_alloca(size_t(count)));
  for (int i = 0; i < count; ++i) {
    isOurs[i] = !(list[i].flags & isMadeWhenNeeded);
    list[i].flags |= isMadeWhenNeeded;
  }
  void* group = REAL(__kmpc_taskred_modifier_init)(place, thread, isWorksharing, count, list);
  groupIsOfTeam();
  for (int i = 0; i < count; ++i)
    if (isOurs[i]) copyOf.get()(thread, group, list[i].into);
  return group;
}

} // namespace steward::runtime
