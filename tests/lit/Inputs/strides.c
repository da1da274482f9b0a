// Threads go through one array in strides of all kinds at the same time, and between two barriers each writes elements
// of its own: many words of a block come to be known together, apart and together again, by several threads at once.
// With an argument, the writes are not kept apart.
#include <pthread.h>
#include <stdio.h>

enum { count = 4096, threads = 3, rounds = 400 };
static double values[count];
static pthread_barrier_t barrier;
static int isRacy;

__attribute__((noinline)) static double sum(const double *from, long step, long n) {
  double all = 0;
  for (long i = 0; i < n; i++) all += from[i * step];
  return all;
}
__attribute__((noinline)) static void set(double *from, long step, long n, double value) {
  for (long i = 0; i < n; i++) from[i * step] = value;
}

static unsigned draw(unsigned *state, unsigned below) {
  *state = *state * 1103515245 + 12345;
  return (*state >> 16) % below;
}

static void *work(void *argument) {
  long id = (long)argument;
  unsigned own = 1234567 + (unsigned)id, common = 99;
  double all = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 6; i++) {
      long step = 1 + draw(&own, 9), from = draw(&own, 64), most = (count - from) / step;
      all += sum(values + from, step, draw(&own, 3) ? most : most * draw(&own, 8) / 8);
      if (!draw(&own, 4)) all += values[draw(&own, count)];
    }
    if (!isRacy) pthread_barrier_wait(&barrier);
    long step = (1 + draw(&common, 4)) * threads;
    for (long from = id; from < step; from += threads) set(values + from, step, (count - from + step - 1) / step, all);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int argumentCount, char **arguments) {
  pthread_t all[threads];
  isRacy = argumentCount > 1;
  pthread_barrier_init(&barrier, NULL, threads);
  for (long i = 0; i < threads; i++) pthread_create(&all[i], NULL, work, (void *)i);
  for (int i = 0; i < threads; i++) pthread_join(all[i], NULL);
  puts("end");
}
