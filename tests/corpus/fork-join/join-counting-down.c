// Threads are joined from the last to the first, in the ways that people write that.
// optimised
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int by_minus, by_test, by_while, by_index, by_bound;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
  pthread_mutex_lock(&lock);
  ++*(int *)arg; // no race; -O1: false alarm
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void minus(void) {
  pthread_t threads[4];
  int n = 4;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, count, &by_minus);
  while (n--)
    pthread_join(threads[n], NULL);
  by_minus++; // no race
}

static void test(int n) {
  pthread_t threads[64];
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, count, &by_test);
  for (int i = n - 1; i >= 0; --i)
    pthread_join(threads[i], NULL);
  by_test++; // no race
}

static void loop(int n) {
  pthread_t *threads = malloc(n * sizeof *threads);
  int i = 0;
  while (i < n)
    pthread_create(&threads[i++], NULL, count, &by_while);
  while (i > 0)
    pthread_join(threads[--i], NULL);
  by_while++; // no race; -O1: false alarm
  free(threads);
}

static void index_of(unsigned n) {
  pthread_t threads[64];
  for (unsigned i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, count, &by_index);
  for (unsigned i = n; i-- > 0;)
    pthread_join(threads[i], NULL);
  by_index++; // no race
}

// Created from the last on, joined from the first on, up to and with the last.
static void bound(int last) {
  pthread_t threads[64];
  for (int i = last; i >= 0; i--)
    pthread_create(&threads[i], NULL, count, &by_bound);
  for (int i = 0; i <= last; i++)
    pthread_join(threads[i], NULL);
  by_bound++; // no race
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4;
  minus();
  test(n);
  loop(n);
  index_of(n);
  bound(n - 1);
  printf("%d\n", by_minus + by_test + by_while + by_index + by_bound); // no race; -O1: false alarm
  return 0;
}
