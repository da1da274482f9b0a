// What the lock of another file guards, and what it does not.
#include <pthread.h>
#include <stdio.h>

struct totals {
  long reads, bytes, lines, words;
};
extern _Atomic struct totals published;
void take(void), give(void);
struct totals last(void);
static long guarded, loose;

static void *worker(void *argument) {
  for (int i = 0; i < 100; i++) {
    take();
    guarded++;
    give();
  }
  struct totals before = published, after = last();
  before.lines += after.lines + 1;
  published = before;
  loose++;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld %d\n", guarded, loose > 0);
  return 0;
}
