// OpenMP: LLVM's library synchronises by means that are not seen from outside, but tells a tool (OMPT) of it. It looks
// for the tool by name, in the program, where the runtime is. What it tells is turned into order through objects of
// ours:
//
//   parallel region   what its creator did is before its threads; the barrier at its end orders the rest. The same for
//                     the teams of a league, which have no barrier
//   barrier           two clocks take turns, as for pthread_barrier_t; a team has the same threads throughout
//   reduction         whoever combines has seen what arrived at the barrier so far
//   task              what its creator did is before it; it is before the taskwait, the end of the group, the next
//   barrier,
//                     and the tasks that depend on it
//   iteration         of a loop with doacross: what it did before it says to be done is before who waits for it
//   lock, critical    like a mutex, but the library tells of the release only afterwards: whoever takes it waits for
//   that
//
// The types are those of the OpenMP specification 5.1, chapter 4, as far as they are needed here.
#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/locks.h"
#include "runtime/memory.h"
#include "runtime/shadow.h"
#include "runtime/sync.h"
#include "runtime/system.h"

#include <sys/syscall.h>

namespace steward::runtime {

namespace {

union Data {
  uint64_t value;
  void* pointer;
};
struct Dependence {
  Data variable;
  int type;
};
enum Endpoint { Begin = 1, End = 2, BeginEnd = 3 };
enum Event {
  ParallelBegin = 3,
  ParallelEnd = 4,
  TaskCreate = 5,
  TaskSchedule = 6,
  ImplicitTask = 7,
  SyncRegionWait = 16,
  MutexReleased = 17,
  Dependences = 18,
  SyncRegion = 23,
  MutexAcquired = 27,
  Reduction = 31
};
enum SyncKind { Taskwait = 5, Taskgroup = 6, ReductionKind = 7 }; // the others are barriers
enum TaskStatus { Complete = 1, Cancelled = 3, LateFulfilled = 6, TaskwaitComplete = 8 };
constexpr int initialTask = 1, dependsIn = 1, iterationDone = 5, iterationAwaited = 6;

// Only their addresses matter.
struct Key {
  uint64_t unused;
};

// Of loops whose iterations wait for each other: one for those of a residue, so that there are not more than that.
constexpr unsigned iterationKeys = 4096;
struct Iterations {
  Key keys[iterationKeys];
};

struct Region {
  Key begin, barriers[2];
  Iterations* iterations; // null until one is waited for or done
};

struct Group {
  Group* outer;
  Key end;
};

struct Task {
  Region* region; // null for the initial one
  Task* parent;   // null for implicit ones
  Task* implicit; // the task of the region that it was created in, or itself
  Group* group;
  Dependence* dependences;
  int dependenceCount;
  uint32_t references; // its children, and itself
  uint32_t turn;       // of the barriers; of implicit ones
  bool isTeam;         // the first of one
  Key begin, children;
};

template <typename Object>
Object* make() {
  return static_cast<Object*>(allocate(sizeof(Object)));
}

template <typename Object>
void drop(Object* object) {
  dropSyncs(object, sizeof(Object));
  release(object, sizeof(Object));
}

void dropReference(Task* task) {
  while (task && __atomic_sub_fetch(&task->references, 1, __ATOMIC_ACQ_REL) == 0) {
    Task* parent = task->parent;
    if (task->dependences) release(task->dependences, size_t(task->dependenceCount) * sizeof(Dependence));
    drop(task);
    task = parent;
  }
}

Task* taskOf(Data* data) { return data ? static_cast<Task*>(data->pointer) : nullptr; }
Key* barrierOf(Task* task) { return task->region ? &task->region->barriers[task->implicit->turn] : nullptr; }

// A variable that tasks depend on is the program's; what is known of it apart from that is of no matter here.
const void* dependenceKey(const Dependence& dependence, bool isIn) {
  return reinterpret_cast<void*>(dependence.variable.value | uint64_t(isIn ? 3 : 2) << 62);
}

void parallelBegin(Data*, const void*, Data* parallel, unsigned, int, const void*) {
  Entry entry;
  if (!entry) return;
  auto* region = make<Region>();
  parallel->pointer = region;
  releaseTo(*entry, &region->begin);
}

void parallelEnd(Data* parallel, Data*, int, const void*) {
  Entry entry;
  auto* region = static_cast<Region*>(parallel->pointer);
  if (!entry || !region) return;
  for (Key& barrier : region->barriers) acquireFrom(*entry, &barrier); // the last one, whichever it was
  if (region->iterations) drop(region->iterations);
  drop(region);
  parallel->pointer = nullptr;
}

void implicitTask(Endpoint endpoint, Data* parallel, Data* data, unsigned, unsigned, int flags) {
  Entry entry;
  if (!entry) return;
  if (endpoint == Begin) {
    auto* task = make<Task>();
    task->references = 1;
    task->implicit = task;
    if (parallel) task->region = static_cast<Region*>(parallel->pointer); // none for the program's first
    task->isTeam = flags & initialTask;
    if (task->region) acquireFrom(*entry, &task->region->begin);
    data->pointer = task;
  } else {
    // A team of a league ends without a barrier.
    Task* task = taskOf(data);
    if (task && task->isTeam && task->region) releaseTo(*entry, &task->region->barriers[0]);
    dropReference(task);
    data->pointer = nullptr;
  }
}

void barrier(Thread& thread, Endpoint endpoint, Data* parallel, Task& task) {
  Key* key = barrierOf(&task);
  if (!key) return;
  if (endpoint != End) releaseTo(thread, key);
  if (endpoint == Begin) return;
  // Who leaves the last barrier of a region has no region any more; the creator's turn is in parallelEnd().
  if (parallel && parallel->pointer) acquireFrom(thread, key);
  task.implicit->turn ^= 1;
}

void syncRegion(int kind, Endpoint endpoint, Data* parallel, Data* data, const void*) {
  Entry entry;
  Task* task = taskOf(data);
  if (!entry || !task) return;
  switch (kind) {
  case ReductionKind:
    break;
  case Taskwait:
    if (endpoint != Begin) acquireFrom(*entry, &task->children);
    break;
  case Taskgroup:
    if (endpoint == Begin) {
      auto* group = make<Group>();
      group->outer = task->group;
      task->group = group;
    } else if (Group* group = task->group) {
      acquireFrom(*entry, &group->end);
      task->group = group->outer;
      drop(group);
    }
    break;
  default:
    barrier(*entry, endpoint, parallel, *task);
  }
}

// The tasks of a group are done; what they reduced is put together before the group ends.
void syncRegionWait(int kind, Endpoint endpoint, Data*, Data* data, const void*) {
  Entry entry;
  Task* task = taskOf(data);
  if (entry && task && task->group && kind == Taskgroup && endpoint != Begin) acquireFrom(*entry, &task->group->end);
}

void reduction(int, Endpoint endpoint, Data*, Data* data, const void*) {
  Entry entry;
  Task* task = taskOf(data);
  Key* key = entry && task ? barrierOf(task) : nullptr;
  if (!key) return;
  if (endpoint != End) acquireFrom(*entry, key);
  if (endpoint != Begin) releaseTo(*entry, key);
}

void taskCreate(Data* parentData, const void*, Data* data, int flags, int, const void*) {
  Entry entry;
  Task* parent = taskOf(parentData);
  if (!entry) return;
  auto* task = make<Task>();
  task->references = 1;
  task->implicit = task;
  if (parent && !(flags & initialTask)) {
    __atomic_add_fetch(&parent->references, 1, __ATOMIC_RELAXED);
    task->parent = parent;
    task->region = parent->region;
    task->implicit = parent->implicit;
    task->group = parent->group;
    releaseTo(*entry, &task->begin);
  }
  data->pointer = task;
}

const Key* iterationKey(Region& region, const Dependence* list, int count) {
  Iterations* known = __atomic_load_n(&region.iterations, __ATOMIC_ACQUIRE);
  if (!known) {
    auto* made = make<Iterations>();
    if (__atomic_compare_exchange_n(&region.iterations, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      known = made;
    else
      release(made, sizeof *made);
  }
  uint64_t number = 0;
  for (int i = 0; i < count; ++i) number = number * 0x9e37'79b9'7f4a'7c15u + list[i].variable.value;
  return &known->keys[number % iterationKeys];
}

// Of a task that is to be; or what an iteration waited for, or told to be done (ordered, with doacross).
void dependences(Data* data, const Dependence* list, int count) {
  Entry entry;
  Task* task = taskOf(data);
  if (!entry || !task || count <= 0) return;
  if (list[0].type == iterationDone || list[0].type == iterationAwaited) {
    if (!task->region) return;
    const Key* key = iterationKey(*task->region, list, count);
    return list[0].type == iterationDone ? releaseTo(*entry, key) : acquireFrom(*entry, key);
  }
  if (task->dependences) return;
  task->dependences = static_cast<Dependence*>(allocate(size_t(count) * sizeof(Dependence)));
  task->dependenceCount = count;
  for (int i = 0; i < count; ++i) task->dependences[i] = list[i];
}

void endTask(Thread& thread, Task& task) {
  if (Key* key = barrierOf(&task)) releaseTo(thread, key);
  if (task.parent) releaseTo(thread, &task.parent->children);
  if (task.group) releaseTo(thread, &task.group->end);
  for (int i = 0; i < task.dependenceCount; ++i)
    releaseTo(thread, dependenceKey(task.dependences[i], task.dependences[i].type == dependsIn));
}

void beginTask(Thread& thread, Task& task) {
  acquireFrom(thread, &task.begin);
  for (int i = 0; i < task.dependenceCount; ++i) {
    acquireFrom(thread, dependenceKey(task.dependences[i], false));
    if (task.dependences[i].type != dependsIn) acquireFrom(thread, dependenceKey(task.dependences[i], true));
  }
}

void taskSchedule(Data* priorData, int status, Data* nextData) {
  Entry entry;
  if (!entry) return;
  Task *prior = taskOf(priorData), *next = taskOf(nextData);
  if (status == TaskwaitComplete) { // a taskwait for some tasks is one that depends on them, and does nothing
    if (!prior) return;
    beginTask(*entry, *prior);
    priorData->pointer = nullptr;
    return dropReference(prior);
  }
  bool isDone = status == Complete || status == Cancelled || status == LateFulfilled;
  if (prior && prior->parent) {
    if (isDone)
      endTask(*entry, *prior);
    else
      releaseTo(*entry, &prior->begin); // whoever goes on with it
  }
  if (next && next->parent) beginTask(*entry, *next);
  if (isDone && prior && prior->parent) {
    priorData->pointer = nullptr;
    dropReference(prior);
  }
}

const void* lockOf(uint64_t waitId) { return reinterpret_cast<void*>(waitId); }

void mutexAcquired(int, uint64_t waitId, const void*) {
  const void* lock = lockOf(waitId);
  for (;;) {
    {
      Entry entry;
      if (!entry) return;
      bool isFree;
      {
        SyncSection section(lock);
        Sync* sync = section.find();
        isFree = !sync || sync->owner == 0 || sync->owner == entry->number;
      }
      if (isFree) return takenExclusive(*entry, lock, STEWARD_FRAME);
    }
    systemCall(SYS_sched_yield); // who had it is about to tell that it has not
  }
}

void mutexReleased(int, uint64_t waitId, const void*) {
  Entry entry;
  if (entry) givingBack(*entry, lockOf(waitId), STEWARD_FRAME);
}

using Lookup = void (*(*)(const char*))();
using SetCallback = int (*)(int, void (*)());

int start(Lookup lookup, int, Data*) {
  openMpLibrary = libraryAround(reinterpret_cast<const void*>(lookup));
  auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
  if (!set) return 0;
  auto listen = [set](Event event, auto* callback) { set(event, reinterpret_cast<void (*)()>(callback)); };
  listen(ParallelBegin, parallelBegin);
  listen(ParallelEnd, parallelEnd);
  listen(ImplicitTask, implicitTask);
  listen(SyncRegion, syncRegion);
  listen(SyncRegionWait, syncRegionWait);
  listen(Reduction, reduction);
  listen(TaskCreate, taskCreate);
  listen(Dependences, dependences);
  listen(TaskSchedule, taskSchedule);
  listen(MutexAcquired, mutexAcquired);
  listen(MutexReleased, mutexReleased);
  return 1;
}

void finish(Data*) {}

struct StartTool {
  int (*initialize)(Lookup, int, Data*);
  void (*finalize)(Data*);
  Data data;
} tool = {start, finish, {}};

} // namespace

CodeRange openMpLibrary;

STEWARD_EXPORT __attribute__((weak)) StartTool* ompt_start_tool(unsigned, const char*) { return &tool; }

} // namespace steward::runtime

using namespace steward::runtime;

// Tasks lie in memory that libomp gives out again and again by itself: to another thread, for another task. What was
// done to it as an earlier task is no one's any more.
STEWARD_INTERCEPT(void*, __kmpc_omp_task_alloc,
                  (void* place, int thread, int flags, size_t taskBytes, size_t sharedBytes, void* entry)) {
  void* task = REAL(__kmpc_omp_task_alloc)(place, thread, flags, taskBytes, sharedBytes, entry);
  if (task) forgetAccesses(task, taskBytes + sharedBytes);
  return task;
}
