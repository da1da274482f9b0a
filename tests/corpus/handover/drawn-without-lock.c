// Numbers are drawn without a lock.
#include <pthread.h>

enum { count = 100 };
static int results[count];
static int next;

static void *worker(void *arg) {
  for (;;) {
    int i = next++; // race
    if (i >= count)
      return arg;
    results[i] = i * i; // race
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return results[7]; // no race
}
