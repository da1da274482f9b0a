// The number that was drawn and the next one, which somebody else draws.
#include <pthread.h>
#include <stdatomic.h>

enum { count = 100 };
static int results[count];
static atomic_int next;

static void *worker(void *arg) {
  int i;
  while ((i = atomic_fetch_add(&next, 1)) < count)
    results[i] = results[i + 1]; // race
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
