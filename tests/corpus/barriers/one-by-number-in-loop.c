// In every round the last thread swaps the two grids, in a function of its own, while the others wait for it.
#include <pthread.h>

#define N 3
#define CELLS 30
struct job {
  int id;
  int unused;
};
pthread_barrier_t barrier;
int first[CELLS], second[CELLS];
int *from = first, *to = second;
int rounds;

static void swap_grids(void) {
  int *old = from; // no race
  from = to;       // no race
  to = old;        // no race
  rounds++;        // no race
}

void *worker(void *arg) {
  struct job *job = arg;
  for (int round = 0; round < 10; round++) {
    pthread_barrier_wait(&barrier);
    if (job->id == N - 1) swap_grids();
    pthread_barrier_wait(&barrier);
    if (rounds > 100) return NULL; // no race
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  struct job jobs[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++) {
    jobs[i].id = i;
    pthread_create(&threads[i], NULL, worker, &jobs[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return rounds;
}
