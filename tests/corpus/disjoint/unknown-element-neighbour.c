// One element of overlap: a thread counts in its own row, and once in that of its neighbour.
#include <pthread.h>
#define THREADS 4

static unsigned char input[1000];
static int counts[THREADS + 1][256];

static void *worker(void *p) {
  long id = (long)p;
  for (int i = 0; i < 1000; i++) counts[id][input[i]]++; // race
  counts[id + 1][0] = 0;                                 // race
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return counts[0][0];
}
