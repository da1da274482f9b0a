// The second item is written while the first is taken out.
#include <pthread.h>
#include <semaphore.h>

int data, seen;
sem_t items;

void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    data = i; // race
    sem_post(&items);
  }
  return arg;
}

void *consumer(void *arg) {
  sem_wait(&items);
  seen = data; // race
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
