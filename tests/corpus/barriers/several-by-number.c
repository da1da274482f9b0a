// Tests of the thread's number that more than one thread passes, or different threads in turn.
#include <pthread.h>

#define N 4
pthread_barrier_t barrier;
int at_most_one, halves, not_first, turns, other, by_two, first_of_two;

void *worker(void *arg) {
  long id = (long)arg;
  pthread_barrier_wait(&barrier);
  if (id <= 1) at_most_one++; // race
  if (id / 2 == 0) halves++;  // race
  if (id != 0) not_first++;   // race
  if (id < 1) first_of_two++; // no race
  for (int i = 0; i < N; i++)
    if (i == id) turns++; // race
  if (id == 0)
    other = 1; // race
  else if (id == 1)
    other = 2; // race
  if (id == 0 || id == 2) by_two++; // race
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
