// A buffer with one place, again and again: the two semaphores add up to 1, and each is raised by who lowered the other.
#include <pthread.h>
#include <semaphore.h>

int slot, seen;
sem_t empty, full;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&empty);
    slot = i; // no race
    sem_post(&full);
  }
  return arg;
}

void *consumer(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&full);
    seen += slot; // no race
    sem_post(&empty);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
