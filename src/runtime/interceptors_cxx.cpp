// What the libraries of C++ do on their own, in code that is not compiled for Steward, and that headers which are rely
// on: the two meet in one atomic variable, of which only one side is seen.
#include "runtime/intercept.h"
#include "runtime/sync.h"

namespace steward::runtime {

// A promise whose value is there when its thread ends (set_value_at_thread_exit, make_ready_at_thread_exit): libstdc++
// stores that in code of its own, which it has called at the thread's end. That call is made here.
namespace {

struct AtThreadExit { // libstdc++'s, of a future's state
  AtThreadExit* next;
  void (*call)(void*);
  char* state;
  struct {
    void* vtable;
    int uses;
  }* counts;
};
constexpr size_t statusOffset = 16; // in the state: behind its vtable and its result
void (*makesReady)(void*);

void makeReady(void* argument) {
  auto* ready = static_cast<AtThreadExit*>(argument);
  {
    Entry entry;
    bool isWanted = ready->counts && __atomic_load_n(&ready->counts->uses, __ATOMIC_RELAXED) > 0;
    if (entry && isWanted) releaseTo(*entry, ready->state + statusOffset);
  }
  makesReady(argument);
}

} // namespace

STEWARD_INTERCEPT(void, _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv, (AtThreadExit * ready)) {
  REAL(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv)(ready);
  if (!isReady) return;
  __atomic_store_n(&makesReady, ready->call, __ATOMIC_RELAXED);
  ready->call = makeReady;
}

// libc++: std::call_once, whose later callers look at the flag only.
namespace {

struct OnceCall {
  void (*function)(void*);
  void* argument;
  const void* flag;
};

void callOnce(void* argument) {
  auto* call = static_cast<OnceCall*>(argument);
  call->function(call->argument);
  Entry entry;
  if (entry) releaseTo(*entry, call->flag);
}

} // namespace

STEWARD_INTERCEPT(void, _ZNSt3__111__call_onceERVmPvPFvS2_E,
                  (volatile unsigned long* flag, void* argument, void (*function)(void*))) {
  OnceCall call{function, argument, const_cast<const unsigned long*>(flag)};
  REAL(_ZNSt3__111__call_onceERVmPvPFvS2_E)(flag, &call, callOnce);
  Entry entry;
  if (entry) acquireFrom(*entry, call.flag);
}

// libc++: std::barrier. True for the thread that arrives last, which opens it for the others.
STEWARD_INTERCEPT(bool, _ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh,
                  (void* barrier, unsigned char phase)) {
  {
    Entry entry;
    if (entry) releaseTo(*entry, barrier);
  }
  bool isLast = REAL(_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh)(barrier, phase);
  Entry entry;
  if (entry && isLast) acquireFrom(*entry, barrier);
  return isLast;
}

} // namespace steward::runtime
