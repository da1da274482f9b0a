// On one way the semaphore is raised twice.
#include <pthread.h>
#include <semaphore.h>

int counter;
sem_t token;

void *worker(void *arg) {
  sem_wait(&token);
  counter++; // race
  if (arg)
    sem_post(&token);
  sem_post(&token);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&token, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
