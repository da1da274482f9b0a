// The counter is read and then counted up: two may have read the same.
#include <pthread.h>
#include <stdatomic.h>

enum { count = 100 };
static int results[count];
static atomic_int next;

static void *worker(void *arg) {
  int i = atomic_load(&next);
  atomic_fetch_add(&next, 1);
  if (i < count)
    results[i] = i * i; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return results[7]; // no race
}
