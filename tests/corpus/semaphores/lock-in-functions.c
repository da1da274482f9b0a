// A lock made of a semaphore, behind functions.
#include <pthread.h>
#include <semaphore.h>

int counter;
sem_t token;

static void enter(void) { sem_wait(&token); }
static void leave(void) { sem_post(&token); }

void *worker(void *arg) {
  enter();
  counter++; // no race
  leave();
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&token, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
