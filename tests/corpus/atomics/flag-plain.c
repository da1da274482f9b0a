// A plain flag hands nothing over, and races itself.
#include <pthread.h>
#include <sched.h>

int data;
int ready;

void *producer(void *arg) {
  data = 42; // race
  ready = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  while (!ready) // race
    sched_yield();
  int seen = data; // race
  pthread_join(a, NULL);
  return seen;
}
