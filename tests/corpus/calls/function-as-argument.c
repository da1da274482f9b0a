// A function is handed to one that applies it.
#include <pthread.h>

int total;

static void apply(void (*f)(int *), int *x) { f(x); }

static void increment(int *x) {
  ++*x; // race
}

void *worker(void *arg) {
  apply(increment, &total);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total; // no race
}
