// sem_trywait says by its result whether it got past.
#include <pthread.h>
#include <semaphore.h>

int data, other, seen;
sem_t items;

void *producer(void *arg) {
  data = 42; // no race
  other = 1; // race
  sem_post(&items);
  return arg;
}

void *consumer(void *arg) {
  if (sem_trywait(&items) == 0)
    seen = data; // no race
  else
    seen = other; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&items, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
