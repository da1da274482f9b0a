// There and back: the answer is ordered by a second flag.
#include <pthread.h>
#include <stdatomic.h>

int data, answer, seen;
atomic_int asked, answered;

void *producer(void *arg) {
  data = 42; // no race
  atomic_store(&asked, 1); // no race
  while (!atomic_load(&answered)) // no race
    ;
  seen = answer; // no race
  data = 0; // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load(&asked)) // no race
    ;
  answer = data; // no race
  atomic_store(&answered, 1); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
