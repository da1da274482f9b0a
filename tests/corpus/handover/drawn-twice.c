// Two counters for one array.
#include <pthread.h>
#include <stdatomic.h>

enum { count = 100 };
static int results[count];
static atomic_int next, other;

static void *worker(void *arg) {
  int i;
  while ((i = atomic_fetch_add(&next, 1)) < count)
    results[i] = i * i; // race
  return arg;
}

static void *second(void *arg) {
  int i;
  while ((i = atomic_fetch_add(&other, 1)) < count)
    results[i] = -i; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return results[7]; // no race
}
