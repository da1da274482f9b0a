// A lock made of an atomic, and an atomic that is larger than the machine's: for a file that has its checks already.
#include <stdatomic.h>

struct totals {
  long reads, bytes, lines, words;
};
_Atomic struct totals published;
static atomic_int taken;

__attribute__((noinline)) void take(void) {
  while (atomic_exchange_explicit(&taken, 1, memory_order_acquire)) {
  }
}
__attribute__((noinline)) void give(void) { atomic_store_explicit(&taken, 0, memory_order_release); }
struct totals last(void) { return published; }
