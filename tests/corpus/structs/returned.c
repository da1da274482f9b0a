// A structure returned by value is built in the caller's own memory.
#include <pthread.h>

struct summary {
  long sum, product, count, largest;
};

static struct summary summarize(long n) {
  struct summary s = {0, 1, n, 0};
  for (long i = 1; i <= n; i++) {
    s.sum += i;     // no race
    s.product *= i; // no race
  }
  s.largest = n; // no race
  return s;
}

void *worker(void *arg) {
  struct summary mine = summarize(5);
  return mine.sum == 15 ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
