// An attempt to take a lock that returns whether it was successful.
// optimised
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

int asked, asked_late, ignored, wrong_way, other_form;
static atomic_int taken;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static bool try_take(atomic_int *lock) {
  int free = 0;
  return atomic_compare_exchange_strong(lock, &free, 1);
}

static void give(atomic_int *lock) { atomic_store(lock, 0); }

// 0 when it has the lock, as pthread_mutex_trylock.
static int try_flag(void) {
  if (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
    return -1;
  return 0;
}

void *worker(void *arg) {
  if (try_take(&taken)) {
    asked++; // no race
    give(&taken);
  }
  bool is_mine = try_take(&taken);
  if (is_mine)
    asked_late++; // no race
  if (is_mine)
    give(&taken);
  while (!try_take(&taken))
    wrong_way++; // race
  give(&taken);
  if (try_flag() == 0) {
    other_form++; // no race
    atomic_flag_clear_explicit(&flag, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return ignored;
}
