// What the semaphore starts with is not known.
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

int main(int count, char **words) {
  (void)words;
  pthread_t a, b;
  sem_init(&tokens, 0, (unsigned)count);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
