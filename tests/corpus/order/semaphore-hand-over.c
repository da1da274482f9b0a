// A semaphore that starts at 0 hands the data over.
#include <pthread.h>
#include <semaphore.h>

int data;
sem_t ready;

void *producer(void *arg) {
  data = 42; // no race
  sem_post(&ready);
  return arg;
}

int main(void) {
  pthread_t a;
  sem_init(&ready, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  sem_wait(&ready);
  int seen = data; // no race
  pthread_join(a, NULL);
  return seen;
}
