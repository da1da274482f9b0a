// The loop of waits may be left before its end.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

int input = 7, hurry;
atomic_int sum;
sem_t done;

void *worker(void *arg) {
  atomic_fetch_add(&sum, input); // race
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  sem_init(&done, 0, 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) {
    if (i == hurry)
      break;
    sem_wait(&done);
  }
  input = 0; // race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return sum;
}
