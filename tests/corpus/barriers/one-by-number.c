// Between two barriers the thread with the number 0 adds up what all have done; the others wait for it at the second.
#include <pthread.h>

#define N 4
pthread_barrier_t barrier;
int parts[N], total;

void *worker(void *arg) {
  int id = *(int *)arg;
  parts[id] = id; // no race
  pthread_barrier_wait(&barrier);
  if (id == 0) {
    for (int i = 0; i < N; i++)
      total += parts[i]; // no race
  }
  pthread_barrier_wait(&barrier);
  return total ? arg : NULL; // no race
}

int main(void) {
  pthread_t threads[N];
  int ids[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++) {
    ids[i] = i;
    pthread_create(&threads[i], NULL, worker, &ids[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
