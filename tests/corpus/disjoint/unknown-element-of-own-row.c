// Which element of its row a thread writes is not known; that it is in its row is.
#include <pthread.h>
#include <stdlib.h>
#define THREADS 4

static unsigned char input[1000];
static int counts[THREADS][256];
static struct { // first and later members
  int first[16];
  long sum;
  int later[2][32];
} table[THREADS];
static int (*heap)[256];
static int pairs[THREADS / 2][256];
static int all[256];
static int words[THREADS];

static void *worker(void *p) {
  long id = (long)p;
  for (int i = 0; i < 1000; i++) {
    counts[id][input[i]]++;                          // no race
    table[id].first[input[i] & 15]++;                // no race
    table[id].later[input[i] & 1][input[i] & 31]++;  // no race
    table[id].sum++;                                 // no race
    heap[id][input[i]]++;                            // no race
    pairs[id / 2][input[i]]++;                       // race
    all[input[i]]++;                                 // race
    ((char *)&words[id])[input[i] & 15]++;           // race
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  heap = malloc(THREADS * sizeof *heap);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return counts[0][0] + table[0].first[0];
}
