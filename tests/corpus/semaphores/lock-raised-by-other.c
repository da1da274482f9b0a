// A third thread raises the semaphore without having lowered it: two may be inside.
#include <pthread.h>
#include <semaphore.h>

int counter;
sem_t token;

void *worker(void *arg) {
  sem_wait(&token);
  counter++; // race
  sem_post(&token);
  return arg;
}

void *other(void *arg) {
  sem_post(&token);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  sem_init(&token, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return counter; // no race
}
