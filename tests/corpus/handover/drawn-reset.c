// A third thread sets the counter back, so that numbers are drawn again.
#include <pthread.h>
#include <stdatomic.h>

enum { count = 100 };
static int results[count];
static atomic_int next;

static void *worker(void *arg) {
  int i;
  while ((i = atomic_fetch_add(&next, 1)) < count)
    results[i] = i * i; // race
  return arg;
}

static void *again(void *arg) {
  atomic_store(&next, 0);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_create(&c, NULL, again, NULL);
  pthread_join(c, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return results[7]; // no race
}
