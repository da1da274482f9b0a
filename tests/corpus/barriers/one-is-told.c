// The thread that a barrier tells to goes on alone until its next wait, in every round.
#include <pthread.h>

#define N 3
pthread_barrier_t barrier;
int rounds, phase, last, early;

void *worker(void *arg) {
  for (int i = 0; i < 10; i++) {
    int told = pthread_barrier_wait(&barrier);
    if (told == PTHREAD_BARRIER_SERIAL_THREAD) {
      rounds++;    // no race
      phase = i;   // no race
    } else if (told == 0) {
      early = 1; // race
    }
    pthread_barrier_wait(&barrier);
    if (told == PTHREAD_BARRIER_SERIAL_THREAD) last++; // race
    if (rounds > 100) return arg; // no race
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
