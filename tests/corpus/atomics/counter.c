// Atomic operations do not race with each other, in any of the ways C has to write them.
#include <pthread.h>
#include <stdatomic.h>

atomic_int standard;
_Atomic long qualified;
int builtin, old_builtin;

void *worker(void *arg) {
  atomic_fetch_add(&standard, 1);                     // no race
  qualified++;                                        // no race
  __atomic_fetch_add(&builtin, 1, __ATOMIC_RELAXED); // no race
  __sync_fetch_and_add(&old_builtin, 1);              // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  int seen = atomic_load(&standard);                    // no race
  seen += (int)qualified;                               // no race
  seen += __atomic_load_n(&builtin, __ATOMIC_ACQUIRE); // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen + old_builtin; // no race
}
