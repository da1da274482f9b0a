// Two threads, of which only one was waited for.
#include <pthread.h>

int from_a, from_b;

void *worker_a(void *arg) {
  from_a = 1; // no race
  return arg;
}

void *worker_b(void *arg) {
  from_b = 1; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker_a, NULL);
  pthread_create(&b, NULL, worker_b, NULL);
  pthread_join(a, NULL);
  int sum = from_a; // no race
  sum += from_b;    // race
  pthread_join(b, NULL);
  return sum;
}
