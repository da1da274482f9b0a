/* The schedule of a generated program: a thread does its next part when the count of turns gets there. This file is compiled
   plainly, so the detector sees none of it. */
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long turn;
static volatile unsigned long sunk;

void oracle_reset(void) { __atomic_store_n(&turn, 0, __ATOMIC_SEQ_CST); }

void oracle_begin(long number) {
  for (int spins = 0; __atomic_load_n(&turn, __ATOMIC_ACQUIRE) != number; ++spins)
    if (spins > 50) syscall(SYS_sched_yield);
}
void oracle_end(void) { __atomic_store_n(&turn, turn + 1, __ATOMIC_RELEASE); }

/* The same under names that the placement takes for the runtime's own: checks may wait across them. */
void __steward_oracle_begin(long number) { oracle_begin(number); }
void __steward_oracle_end(void) { oracle_end(); }

/* A value that the optimiser does not know, and a use of one that it cannot leave out. */
long __steward_oracle_value(long value) { return value; }
void __steward_oracle_sink(unsigned long value) { sunk = value; }
