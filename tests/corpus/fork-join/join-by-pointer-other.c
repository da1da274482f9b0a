// A pointer runs over threads, but not over all: it starts at the second, stops before the last, or runs over others.
// optimised
#include <pthread.h>
#include <stddef.h>

struct worker {
  pthread_t reader, writer;
};

int first, last, other, left, written;

#define SETS(name, variable)                                                                                           \
  static void *name(void *arg) {                                                                                       \
    variable = 1;                                                                                                      \
    return arg;                                                                                                        \
  }
SETS(set_first, first)     // race
SETS(set_last, last)       // race
SETS(set_other, other)     // race
SETS(set_left, left)       // race
SETS(set_written, written) // race

static void *nothing(void *arg) { return arg; }

int main(int argc, char **argv) {
  pthread_t threads[4], others[4];
  (void)argv;
  for (pthread_t *t = threads; t < threads + 4; t++)
    pthread_create(t, NULL, set_first, NULL);
  for (pthread_t *t = threads + 1; t < threads + 4; t++)
    pthread_join(*t, NULL);
  first = 2; // race

  for (pthread_t *t = threads; t < threads + 4; t++)
    pthread_create(t, NULL, set_last, NULL);
  for (pthread_t *t = threads; t < threads + 3; t++)
    pthread_join(*t, NULL);
  last = 2; // race

  for (pthread_t *t = threads; t < threads + 4; t++)
    pthread_create(t, NULL, set_other, NULL);
  for (pthread_t *t = others; t < others + 4; t++)
    pthread_create(t, NULL, nothing, NULL);
  for (pthread_t *t = others; t < others + 4; t++)
    pthread_join(*t, NULL);
  other = 2; // race

  for (pthread_t *t = threads; t < threads + 4; t++)
    pthread_create(t, NULL, set_left, NULL);
  for (pthread_t *t = threads; t < threads + 4; t++) {
    if (t == threads + argc)
      break;
    pthread_join(*t, NULL);
  }
  left = 2; // race

  // Two threads for each worker, of which one is waited for.
  struct worker workers[4];
  for (int i = 0; i < 4; i++) {
    pthread_create(&workers[i].reader, NULL, nothing, NULL);
    pthread_create(&workers[i].writer, NULL, set_written, NULL);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(workers[i].reader, NULL);
  written = 2; // race
  return 0;
}
