// A lock made of a semaphore that is only tried.
#include <pthread.h>
#include <semaphore.h>

int counter, missed;
sem_t token;

void *worker(void *arg) {
  if (sem_trywait(&token) == 0) {
    counter++; // no race
    sem_post(&token);
  } else {
    missed++; // race
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&token, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter + missed; // no race
}
