// OpenMP: LLVM's library synchronises by means that are not seen from outside, but tells a tool (OMPT) of it. It looks
// for the tool by name, in the program, where the runtime is. What it tells is turned into order through objects of
// ours:
//
//   parallel region   what its creator did is before its threads; the barrier at its end orders the rest. The same for
//                     the teams of a league, which have no barrier
//   barrier           two clocks take turns, as for pthread_barrier_t; a team has the same threads throughout
//   reduction         whoever combines has seen what arrived at the barrier so far, also at a league's; of one that
//                     tasks take part in, the last thread of the team to be done with its tasks combines what those of
//                     all did
//   task              what its creator did is before it; it is before the taskwait, the end of the group, the next
//                     barrier, and the tasks of the same parent that depend on it. One that is detached is done when
//                     its body is and its event is fulfilled, in whatever order
//   iteration         of a loop with doacross: what it did before it says to be done is before who waits for it
//   lock, critical,   in interceptors_openmp.cpp: the library tells of a release only afterwards
//   ordered
//   end               what was done before the library's end is before the ends of its threads
//
// The types are those of the OpenMP specification 5.1, chapter 4, as far as they are needed here.
#include "runtime/openmp.h"

#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/memory.h"
#include "runtime/shadow.h"
#include "runtime/sync.h"
#include "runtime/system.h"

#include <stdlib.h>
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
  ThreadEnd = 2,
  ParallelBegin = 3,
  ParallelEnd = 4,
  TaskCreate = 5,
  TaskSchedule = 6,
  ImplicitTask = 7,
  SyncRegionWait = 16,
  Dependences = 18,
  SyncRegion = 23,
  Reduction = 31
};
enum SyncKind { Taskwait = 5, Taskgroup = 6, ReductionKind = 7 }; // the others are barriers
enum TaskStatus {
  Complete = 1,
  Cancelled = 3,
  Detached = 4,
  EarlyFulfilled = 5,
  LateFulfilled = 6,
  TaskwaitComplete = 8
};
constexpr int initialTask = 1, targetTask = 8, parallelLeague = 0x4000'0000;
enum DependenceType { In = 1, IterationDone = 5, IterationAwaited = 6, InOutSet = 7 }; // the others are as good as out
// omp_all_memory: the library has one or the other address for it, and its type only sometimes.
bool isAllMemory(const Dependence& dependence) { return dependence.variable.value + 1 <= 1; }

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
  Key begin, barriers[2], ordered;
  Iterations* iterations; // null until one is waited for or done
  bool isLeague;
  Key reduced;         // by tasks of threads that are done with them
  bool isReducing;     // one of them tells the library so, and combines if it is the last
  bool isOfOne;        // its team is a single thread
  uint32_t own;        // tasks of such a team that are not done and that it will run,
  uint32_t others;     // and those that others will bring to their end
  uint32_t references; // its creator, and these tasks
  Region* outer;       // that its creator has begun and not ended
};

struct Group {
  Group* outer;
  Key end;
  bool isOfTeam; // each of its threads has one, and all reduce the same
};

// What tasks of one parent depend on: those that read it, those that are independent of each other (inoutset), and the
// others.
struct Variable {
  uint64_t at;
  Variable* next;
  Key readers, set, writers;
};

class Variables {
public:
  Variable& find(uint64_t at);
  void destroy();
  Key any, all; // whatever depends on something; what depends on everything (omp_all_memory)

private:
  void grow();
  SpinLock lock_;
  Variable** buckets_;
  uint32_t bucketCount_, count_;
};

struct Task {
  Region* region; // null for the initial one
  Task* parent;   // null for implicit ones
  Task* implicit; // the task of the region that it was created in, or itself
  Group* group;
  Dependence* dependences;
  int dependenceCount;
  Variables* variables; // of its children; null until one has dependences
  uint32_t references;  // its children, and itself
  uint32_t turn;        // of the barriers; of implicit ones
  Region* begun;        // by it, the innermost; not ended yet
  bool isOthers;        // of a team of one thread
  bool isTeam;          // the first of one
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

Variable& Variables::find(uint64_t at) {
  SpinGuard guard(lock_);
  if (count_ == bucketCount_) grow();
  Variable** bucket = &buckets_[at * 0x9e37'79b9'7f4a'7c15u >> 32 & (bucketCount_ - 1)];
  for (Variable* one = *bucket; one; one = one->next)
    if (one->at == at) return *one;
  auto* added = make<Variable>();
  added->at = at;
  added->next = *bucket;
  *bucket = added;
  ++count_;
  return *added;
}

void Variables::grow() {
  uint32_t count = bucketCount_ ? bucketCount_ * 2 : 16;
  auto** buckets = static_cast<Variable**>(allocate(count * sizeof(Variable*)));
  for (uint32_t i = 0; i < bucketCount_; ++i)
    while (Variable* one = buckets_[i]) {
      buckets_[i] = one->next;
      Variable** bucket = &buckets[one->at * 0x9e37'79b9'7f4a'7c15u >> 32 & (count - 1)];
      one->next = *bucket;
      *bucket = one;
    }
  if (buckets_) release(buckets_, bucketCount_ * sizeof(Variable*));
  buckets_ = buckets;
  bucketCount_ = count;
}

void Variables::destroy() {
  for (uint32_t i = 0; i < bucketCount_; ++i)
    while (Variable* one = buckets_[i]) {
      buckets_[i] = one->next;
      drop(one);
    }
  if (buckets_) release(buckets_, bucketCount_ * sizeof(Variable*));
}

void dropReference(Task* task) {
  while (task && __atomic_sub_fetch(&task->references, 1, __ATOMIC_ACQ_REL) == 0) {
    Task* parent = task->parent;
    if (task->dependences) release(task->dependences, size_t(task->dependenceCount) * sizeof(Dependence));
    if (task->variables) {
      task->variables->destroy();
      drop(task->variables);
    }
    drop(task);
    task = parent;
  }
}

Task* taskOf(Data* data) { return data ? static_cast<Task*>(data->pointer) : nullptr; }
Region* regionOf(Data* parallel) { return parallel ? static_cast<Region*>(parallel->pointer) : nullptr; }
Key* barrierOf(Task* task) { return task->region ? &task->region->barriers[task->implicit->turn] : nullptr; }

// Where the teams of a league come together for a reduction, all at its end. They are tasks of teams then, each with
// turns of its own. Null for all other barriers.
Key* leagueBarrier(Data* parallel, const Task& task) {
  Region* region = regionOf(parallel);
  return region && region->isLeague && !task.isTeam ? &region->barriers[0] : nullptr;
}

void parallelBegin(Data* creator, const void*, Data* parallel, unsigned, int flags, const void*) {
  Entry entry;
  if (!entry) return;
  auto* region = make<Region>();
  region->isLeague = flags & parallelLeague;
  region->references = 1;
  parallel->pointer = region;
  if (Task* task = taskOf(creator)) {
    region->outer = task->begun;
    task->begun = region;
  }
  releaseTo(*entry, &region->begin);
}

void dropReference(Region* region) {
  if (__atomic_sub_fetch(&region->references, 1, __ATOMIC_ACQ_REL)) return;
  if (region->iterations) drop(region->iterations);
  drop(region);
}

// A thread that is a team by itself runs its tasks as it comes to them, but for those that others have a part in: the
// library's helpers (target nowait), who fulfils an event. The library waits for these only when it has told of the
// end, so they are waited for here; unless the thread has tasks left that may be what they depend on. It runs those
// when the library waits, and is after what they depend on.
void addTask(Task& task, bool isOthers) {
  Region& region = *task.region;
  task.isOthers = isOthers;
  __atomic_add_fetch(&region.references, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(isOthers ? &region.others : &region.own, 1, __ATOMIC_RELAXED);
}

void leaveToOthers(Task& task) {
  task.isOthers = true;
  __atomic_add_fetch(&task.region->others, 1, __ATOMIC_RELEASE);
  __atomic_sub_fetch(&task.region->own, 1, __ATOMIC_RELEASE);
}

void removeTask(Region& region, bool isOthers) {
  __atomic_sub_fetch(isOthers ? &region.others : &region.own, 1, __ATOMIC_RELEASE);
  dropReference(&region);
}

void waitForOthers(const Region& region) {
  while (!__atomic_load_n(&region.own, __ATOMIC_ACQUIRE) && __atomic_load_n(&region.others, __ATOMIC_ACQUIRE))
    systemCall(SYS_sched_yield);
}

// Within a region, the library gives its team back before it tells of the end, and what it names may be that of the
// next who took it. So the region is the one that its creator has begun.
void parallelEnd(Data*, Data* creator, int, const void*) {
  Task* task = taskOf(creator);
  Region* region = task ? task->begun : nullptr;
  if (!region) return;
  waitForOthers(*region);
  Entry entry;
  if (!entry) return;
  task->begun = region->outer;
  for (Key& barrier : region->barriers) acquireFrom(*entry, &barrier); // the last one, whichever it was
  dropReference(region);
}

void implicitTask(Endpoint endpoint, Data* parallel, Data* data, unsigned threads, unsigned, int flags) {
  Entry entry;
  if (!entry) return;
  if (endpoint == Begin) {
    auto* task = make<Task>();
    task->references = 1;
    task->implicit = task;
    task->region = regionOf(parallel); // none for the program's first
    task->isTeam = flags & initialTask;
    if (task->region) {
      acquireFrom(*entry, &task->region->begin);
      if (threads == 1 && !task->isTeam) task->region->isOfOne = true;
    }
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
  Key* ofLeague = leagueBarrier(parallel, task);
  Key* key = ofLeague ? ofLeague : barrierOf(&task);
  if (!key) return;
  if (endpoint != End) releaseTo(thread, key);
  if (endpoint == Begin) return;
  // Who leaves the last barrier of a region has no region any more; the creator's turn is in parallelEnd().
  if (regionOf(parallel)) acquireFrom(thread, key);
  if (!ofLeague) task.implicit->turn ^= 1;
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
      if (group->isOfTeam) __atomic_store_n(&task->region->isReducing, false, __ATOMIC_RELEASE);
      task->group = group->outer;
      drop(group);
    }
    break;
  default:
    barrier(*entry, endpoint, parallel, *task);
  }
}

// The library counts the threads that are done, and the last one combines, but it does not tell who that is. So they
// come here one after the other until the group has ended: the last to be counted is the last here, too. It runs code
// of the program meanwhile, but no one is left who could wait for it.
bool joinReduction(Thread& thread, Region& region) {
  if (__atomic_exchange_n(&region.isReducing, true, __ATOMIC_ACQUIRE)) return false;
  releaseTo(thread, &region.reduced);
  acquireFrom(thread, &region.reduced);
  return true;
}

// The tasks of a group are done; what they reduced is put together before the group ends.
void syncRegionWait(int kind, Endpoint endpoint, Data*, Data* data, const void*) {
  Task* task = taskOf(data);
  if (!task || !task->group || kind != Taskgroup || endpoint == Begin) return;
  for (;; systemCall(SYS_sched_yield)) {
    Entry entry;
    if (!entry) return;
    acquireFrom(*entry, &task->group->end);
    if (!task->group->isOfTeam || joinReduction(*entry, *task->region)) return;
  }
}

void reduction(int, Endpoint endpoint, Data* parallel, Data* data, const void*) {
  Entry entry;
  Task* task = taskOf(data);
  if (!entry || !task) return;
  Key* ofLeague = leagueBarrier(parallel, *task);
  Key* key = ofLeague ? ofLeague : barrierOf(task);
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
    if (task->region && task->region->isOfOne) addTask(*task, flags & targetTask);
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
  if (list[0].type == IterationDone || list[0].type == IterationAwaited) {
    if (!task->region) return;
    const Key* key = iterationKey(*task->region, list, count);
    return list[0].type == IterationDone ? releaseTo(*entry, key) : acquireFrom(*entry, key);
  }
  if (task->dependences) return;
  task->dependences = static_cast<Dependence*>(allocate(size_t(count) * sizeof(Dependence)));
  task->dependenceCount = count;
  for (int i = 0; i < count; ++i) task->dependences[i] = list[i];
  if (!task->parent || task->parent->variables) return;
  Variables *none = nullptr, *made = make<Variables>(); // by the parent, mostly
  if (!__atomic_compare_exchange_n(&task->parent->variables, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    release(made, sizeof *made);
}

void endTask(Thread& thread, Task& task) {
  if (Key* key = barrierOf(&task)) releaseTo(thread, key);
  if (task.parent) releaseTo(thread, &task.parent->children);
  if (task.group) releaseTo(thread, &task.group->end);
  if (!task.dependenceCount || !task.parent) return;
  Variables& variables = *task.parent->variables;
  releaseTo(thread, &variables.any);
  for (int i = 0; i < task.dependenceCount; ++i) {
    auto [at, type] = task.dependences[i];
    if (isAllMemory(task.dependences[i])) {
      releaseTo(thread, &variables.all);
      continue;
    }
    Variable& variable = variables.find(at.value);
    releaseTo(thread, type == In ? &variable.readers : type == InOutSet ? &variable.set : &variable.writers);
  }
}

void beginTask(Thread& thread, Task& task) {
  acquireFrom(thread, &task.begin);
  if (!task.dependenceCount || !task.parent) return;
  Variables& variables = *task.parent->variables;
  acquireFrom(thread, &variables.all);
  for (int i = 0; i < task.dependenceCount; ++i) {
    auto [at, type] = task.dependences[i];
    if (isAllMemory(task.dependences[i])) {
      acquireFrom(thread, &variables.any);
      continue;
    }
    Variable& variable = variables.find(at.value);
    acquireFrom(thread, &variable.writers);
    if (type != In) acquireFrom(thread, &variable.readers);
    if (type != InOutSet) acquireFrom(thread, &variable.set);
  }
}

void finishTask(Data* data, Task* task) {
  data->pointer = nullptr;
  Region* region = task->parent ? task->region : nullptr;
  bool isCounted = region && region->isOfOne, isOthers = task->isOthers;
  dropReference(task);
  if (isCounted) removeTask(*region, isOthers);
}

void taskSchedule(Data* priorData, int status, Data* nextData) {
  Entry entry;
  if (!entry) return;
  Task *prior = taskOf(priorData), *next = taskOf(nextData);
  if (status == TaskwaitComplete) { // a taskwait for some tasks is one that depends on them, and does nothing
    if (!prior) return;
    beginTask(*entry, *prior);
    return finishTask(priorData, prior);
  }
  bool isDone = status == Complete || status == Cancelled || status == LateFulfilled;
  // Of a detached task, the end of the body and what fulfils its event each are before whoever waits for both.
  bool isHalfDone = status == Detached || status == EarlyFulfilled;
  if (prior && prior->parent) {
    if (isDone || isHalfDone)
      endTask(*entry, *prior);
    else
      releaseTo(*entry, &prior->begin); // whoever goes on with it
    if (status == Detached && prior->region && prior->region->isOfOne) leaveToOthers(*prior);
  }
  if (next && next->parent) beginTask(*entry, *next);
  if (isDone && prior && prior->parent) finishTask(priorData, prior);
}

Key libraryEnd;
void atLibraryEnd() {
  Entry entry;
  if (entry) releaseTo(*entry, &libraryEnd);
}
void threadEnd(Data*) {
  Entry entry;
  if (entry) acquireFrom(*entry, &libraryEnd);
}

using Lookup = void (*(*)(const char*))();
using SetCallback = int (*)(int, void (*)());
using GetTaskInfo = int (*)(int, int*, Data**, void**, Data**, int*);
GetTaskInfo getTaskInfo; // null before the library starts

int start(Lookup lookup, int, Data*) {
  openMpLibrary = libraryAround(reinterpret_cast<const void*>(lookup));
  auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
  if (!set) return 0;
  getTaskInfo = reinterpret_cast<GetTaskInfo>(lookup("ompt_get_task_info"));
  auto listen = [set](Event event, auto* callback) { set(event, reinterpret_cast<void (*)()>(callback)); };
  atexit(atLibraryEnd); // the library has asked for the same before: so this comes first
  listen(ThreadEnd, threadEnd);
  listen(ParallelBegin, parallelBegin);
  listen(ParallelEnd, parallelEnd);
  listen(ImplicitTask, implicitTask);
  listen(SyncRegion, syncRegion);
  listen(SyncRegionWait, syncRegionWait);
  listen(Reduction, reduction);
  listen(TaskCreate, taskCreate);
  listen(Dependences, dependences);
  listen(TaskSchedule, taskSchedule);
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

static Task* currentTask() {
  Data* data = nullptr;
  constexpr int isKnown = 2;
  bool isTask = getTaskInfo && getTaskInfo(0, nullptr, &data, nullptr, nullptr, nullptr) == isKnown;
  return isTask ? taskOf(data) : nullptr;
}

void groupIsOfTeam() {
  Task* task = currentTask();
  if (task && task->group && task->region) task->group->isOfTeam = true;
}

const void* orderOfLoop() {
  Task* task = currentTask();
  return task && task->region ? &task->region->ordered : nullptr;
}

STEWARD_EXPORT __attribute__((weak)) StartTool* ompt_start_tool(unsigned, const char*) { return &tool; }

} // namespace steward::runtime
