// Two threads write through two pointers that never meet.
#include <pthread.h>

int x, y;
int *p = &x, *q = &y;

void *worker_p(void *arg) {
  *p = 1; // no race
  return arg;
}

void *worker_q(void *arg) {
  *q = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker_p, NULL);
  pthread_create(&b, NULL, worker_q, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return x + y; // no race
}
