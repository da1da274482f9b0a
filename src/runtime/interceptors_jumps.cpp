// Jumps out of a signal's handler that interrupted a check: that is over then, and whoever closes the gate need not
// wait for it (gate.h). Those by other means, such as setcontext(), are noticed by the next who comes to the gate.
#include "runtime/intercept.h"

#include <setjmp.h>

namespace steward::runtime {

namespace {

// The stack pointer that it goes back to, which the C library hides from whoever overwrites it.
uintptr_t stackPointerOf(const __jmp_buf_tag* target) {
  constexpr unsigned stackPointer = 6;
  auto hidden = uintptr_t(target->__jmpbuf[stackPointer]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(hidden));
  return hidden;
}

void leaveCheck(const __jmp_buf_tag* target) {
  if (Thread* thread = currentThreadOrNull(); thread && (thread->inCheck || thread->inTouch))
    if (stackPointerOf(target) + leastOfSignal > thread->checkFrame) thread->inCheck = thread->inTouch = 0;
}

} // namespace

#define STEWARD_JUMPS(name)                                                                                            \
  STEWARD_INTERCEPT(void, name, (__jmp_buf_tag * target, int value)) {                                                 \
    if (isReady) leaveCheck(target);                                                                                   \
    REAL(name)(target, value);                                                                                         \
  }
STEWARD_JUMPS(longjmp)
STEWARD_JUMPS(_longjmp)
STEWARD_JUMPS(siglongjmp)
STEWARD_JUMPS(__longjmp_chk)

} // namespace steward::runtime
