// A semaphore that starts at 2 lets two in, and so protects nothing.
#include <pthread.h>
#include <semaphore.h>

int counter;
sem_t tokens;

void *worker(void *arg) {
  sem_wait(&tokens);
  counter++; // race
  sem_post(&tokens);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&tokens, 0, 2);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
