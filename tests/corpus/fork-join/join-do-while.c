// Loops that are tested at their end. The second creates one thread even when none is asked for, and joins none then.
// optimised
#include <pthread.h>
#include <stdlib.h>

int asked, unasked;

static void *set_asked(void *arg) {
  asked = 1; // race: with each other
  return arg;
}

static void *set_unasked(void *arg) {
  unasked = 1; // race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  int n = argc > 1 ? atoi(argv[1]) : 0, i = 0;
  do {
    pthread_create(&threads[i], NULL, set_asked, NULL);
  } while (++i < n);
  i = 0;
  do {
    pthread_join(threads[i], NULL);
  } while (++i < n);
  asked = 2; // no race

  i = 0;
  do {
    pthread_create(&threads[i], NULL, set_unasked, NULL);
  } while (++i < n);
  for (i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  unasked = 2; // race
  return 0;
}
