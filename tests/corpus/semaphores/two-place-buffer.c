// Two may be in the buffer, which has only one place.
#include <pthread.h>
#include <semaphore.h>

int slot, seen;
sem_t empty, full;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&empty);
    slot = i; // race
    sem_post(&full);
  }
  return arg;
}

void *consumer(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&full);
    seen += slot; // race
    sem_post(&empty);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
