// Two threads raise the semaphore, and main does not know which of them it was.
#include <pthread.h>
#include <semaphore.h>

int left, right;
sem_t done;

void *first(void *arg) {
  left = 1; // race
  sem_post(&done);
  return arg;
}

void *second(void *arg) {
  right = 1; // race
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  sem_wait(&done);
  int sum = left; // race
  sum += right;   // race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
