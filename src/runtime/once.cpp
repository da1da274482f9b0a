// Exceptions and cancellations go up the stack and ask the personality of each frame what is to be done there. That of
// C++ is not to be had in a program in C, so the frame here has one of its own, which does it at once: nothing of the
// compiler's libraries is needed.
#include "runtime/once.h"

#include "runtime/intercept.h"
#include "runtime/locks.h"

#include <unwind.h>

extern "C" void stewardCallOnce(void (*routine)());

asm(R"(
        .pushsection .text
        .type   stewardCallOnce, @function
stewardCallOnce:
        .cfi_startproc
        .cfi_personality 0x1b, stewardOncePersonality
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        callq   *%rdi
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        retq
        .cfi_endproc
        .size   stewardCallOnce, . - stewardCallOnce
        .popsection
)");

namespace steward::runtime {

namespace {

// The innermost of the thread has been left, however.
void leaveOnce() {
  Thread* thread = stewardCurrentThread;
  const OnceRun* run = thread->onceRun;
  thread->onceRun = run->outer;
  Entry entry;
  if (entry) releaseTo(*entry, run->control);
}

} // namespace

extern "C" __attribute__((used)) _Unwind_Reason_Code stewardOncePersonality(int, _Unwind_Action actions, uint64_t,
                                                                            _Unwind_Exception*, _Unwind_Context*) {
  if (actions & _UA_CLEANUP_PHASE) leaveOnce();
  return _URC_CONTINUE_UNWIND;
}

void callOnce(void (*routine)(), void* control) {
  Thread* thread = stewardCurrentThread;
  OnceRun run = {control, thread->onceRun};
  thread->onceRun = &run;
  stewardCallOnce(routine);
  leaveOnce();
}

} // namespace steward::runtime
