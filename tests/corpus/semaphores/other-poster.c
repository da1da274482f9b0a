// Another thread raises the semaphore too.
#include <pthread.h>
#include <semaphore.h>

int data, seen;
sem_t items;

void *other(void *arg) {
  sem_post(&items);
  return arg;
}

void *producer(void *arg) {
  data = 42; // race
  sem_post(&items);
  return arg;
}

void *consumer(void *arg) {
  sem_wait(&items);
  seen = data; // race
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  sem_init(&items, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
