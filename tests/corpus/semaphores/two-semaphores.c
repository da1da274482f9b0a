// The reader waits for another semaphore, which is raised before the data is written.
#include <pthread.h>
#include <semaphore.h>

int data, seen;
sem_t items, started;

void *producer(void *arg) {
  sem_post(&started);
  data = 42; // race
  sem_post(&items);
  return arg;
}

void *consumer(void *arg) {
  sem_wait(&started);
  seen = data; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&items, 0, 0);
  sem_init(&started, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
