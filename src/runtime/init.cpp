// The runtime starts before the constructors of the program and of its libraries, from .preinit_array; a call from an
// instrumented module, or of an interceptor in a process where that was not run, starts it too.
#include "runtime/init.h"

#include "runtime/allocations.h"
#include "runtime/intercept.h"
#include "runtime/late_loads.h"
#include "runtime/layout.h"
#include "runtime/locks.h"
#include "runtime/options.h"
#include "runtime/record.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/system.h"
#include "runtime/trace.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" void* __libc_stack_end;

namespace steward::runtime {

bool isReady;

namespace {

bool isStarted, isFinished;
pthread_key_t endKey;

using AnyReal = Real<void()>;
extern "C" {
extern __attribute__((visibility("hidden"))) AnyReal __start_steward_reals[], __stop_steward_reals[];
}

const char* environmentValue(char** environment, const char* name) {
  for (; environment && *environment; ++environment) {
    const char *entry = *environment, *at = name;
    while (*at && *entry == *at) ++entry, ++at;
    if (*at == 0 && *entry == '=') return entry + 1;
  }
  return nullptr;
}

// The C library calls the destructors of thread-specific values in rounds, while there are any. The last of the
// rounds is ours.
void nearEnd(void* rounds) {
  auto left = uintptr_t(rounds) - 1;
  if (left) {
    pthread_setspecific(endKey, reinterpret_cast<void*>(left));
    return;
  }
  Thread* thread = stewardCurrentThread;
  if (!thread) return;
  thread->inRuntime = 1; // for good: nothing that comes is the program's
  endsHolding(*thread);
  endThread(*thread);
}

void atExit(int status, void*) {
  int changed = finish(status);
  if (changed != status) exit(changed); // the handlers that are left run, then the process ends with this status
}

void start(char** arguments, char** environment) {
  if (isStarted) return;
  isStarted = true;
  readOptions(environmentValue(environment, "STEWARD_OPTIONS"));
  fitLayout(arguments, environment);
  if (!initializeShadow()) stop("the detector cannot run in this address space");
  initializeCalls();
  initializeAllocations();
  for (AnyReal* real = __start_steward_reals; real != __stop_steward_reals; ++real) real->find();
  pthread_key_create(&endKey, nearEnd);
  startTrace();
  Thread& thread = addMainThread();
  callWhenThreadEnds(thread);
  startRecord();
  on_exit(atExit, nullptr);
  watchProcess();
  isReady = true;
}

void startEarly(int, char** arguments, char** environment) { start(arguments, environment); }
__attribute__((section(".preinit_array"), used)) void (*const early)(int, char**, char**) = startEarly;

} // namespace

void initialize() { start(nullptr, environ); }

void callWhenThreadEnds(Thread&) {
  pthread_setspecific(endKey, reinterpret_cast<void*>(uintptr_t(PTHREAD_DESTRUCTOR_ITERATIONS)));
}

void findMainStack(uintptr_t* low, uintptr_t* high) {
  rlimit limit = {};
  systemCall(SYS_prlimit64, 0, RLIMIT_STACK, 0, long(&limit));
  constexpr rlim_t most = rlim_t(1) << 30;
  if (limit.rlim_cur > most) limit.rlim_cur = most;
  *high = (uintptr_t(__libc_stack_end) + 4095) & ~uintptr_t(4095);
  *low = *high - limit.rlim_cur;
}

int finish(int status) {
  if (!isReady || __atomic_exchange_n(&isFinished, true, __ATOMIC_ACQ_REL)) return status;
  Thread* thread = stewardCurrentThread;
  if (thread) {
    ++thread->inRuntime;
    checkLateLoads(*thread);
    checkLateLoadsOfOthers(*thread);
  }
  finishTrace();
  unsigned races = finishRecord(status);
  if (thread) --thread->inRuntime;
  return races && status == 0 ? int(options.exit_status) : status;
}

void finishAgain() { isFinished = false; }

Thread* enterSlowly() { return isReady && !hasThreadEnded() ? &currentThread() : nullptr; }

void* findReal(const char* name, const char* version) {
  int before = errno;
  void* found = version ? dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (!found) found = dlsym(RTLD_NEXT, name);
  errno = before;
  return found;
}

void stopWithout(const char* name) {
  stop("there is no ", name,
       " behind the detector's: it needs the library that has it as a shared one, not linked statically");
}

} // namespace steward::runtime
