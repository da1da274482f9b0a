// A call into another file, between two accesses that can have one check if it is known to order nothing.
#include <pthread.h>
#include <stdio.h>

struct totals {
  long reads, bytes;
};
long checksum(long bytes);
static struct totals totals;

static void note(struct totals *t, long bytes) {
  t->reads++;
  t->bytes += checksum(bytes);
}

static void *worker(void *argument) {
  for (long i = 0; i < 10; i++) note(&totals, i);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", totals.reads, totals.bytes);
  return 0;
}
