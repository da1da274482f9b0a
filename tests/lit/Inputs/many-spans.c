// Two threads that each go through a lock of their own, again and again; what the first wrote at its beginning, what it
// read, and what it wrote at its end, the other one writes at the end: three races, of spans long ago and of the last.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

int early, seen, late, ordered, owns[2][8];
static atomic_int turn;
union {
  atomic_int number;
  char bytes[8];
} mixed; // ordered, too
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;

static void wait_for(int n) {
  while (atomic_load_explicit(&turn, memory_order_relaxed) < n) sched_yield();
}

static void spend(int *mine, int times) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < times; i++) {
    pthread_mutex_lock(&lock);
    ++mine[i % 8];
    pthread_mutex_unlock(&lock);
  }
}

static void *first(void *unused) {
  int sum = seen;
  early = 1;
  spend(owns[0], 40);
  pthread_mutex_lock(&common);
  ordered = 1;
  atomic_store_explicit(&mixed.number, 1, memory_order_relaxed);
  mixed.bytes[5] = 1;
  pthread_mutex_unlock(&common);
  spend(owns[0], 20000);
  late = 1;
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return sum == 77 ? &late : unused;
}

static void *second(void *unused) {
  spend(owns[1], 20000);
  wait_for(1);
  early = 2;
  seen = 2;
  late = 2;
  pthread_mutex_lock(&common);
  ordered = 2;
  mixed.bytes[1] = 2;
  mixed.bytes[5] = 2;
  pthread_mutex_unlock(&common);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  printf("%d\n", early + seen + late + ordered);
  return 0;
}
