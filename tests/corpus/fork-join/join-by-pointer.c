// A pointer runs over the threads that are created, and over those that are joined.
// optimised
#include <pthread.h>
#include <stdlib.h>

struct worker {
  int id;
  pthread_t thread;
};

int of_array, of_heap, of_structs, backwards;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
  pthread_mutex_lock(&lock);
  ++*(int *)arg; // no race; -O1, -O2: false alarm
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4;

  pthread_t threads[4];
  for (pthread_t *t = threads; t < threads + 4; t++)
    pthread_create(t, NULL, count, &of_array);
  for (pthread_t *t = threads; t != &threads[4]; ++t)
    pthread_join(*t, NULL);
  of_array++; // no race

  pthread_t *some = malloc(n * sizeof *some);
  for (int i = 0; i < n; i++)
    pthread_create(&some[i], NULL, count, &of_heap);
  for (pthread_t *t = some; t < some + n; t++)
    pthread_join(*t, NULL);
  of_heap++; // no race

  struct worker *workers = calloc(n, sizeof *workers);
  for (struct worker *w = workers; w < workers + n; w++) {
    w->id = (int)(w - workers);
    if (pthread_create(&w->thread, NULL, count, &of_structs) != 0)
      abort();
  }
  for (struct worker *w = workers, *end = workers + n; w < end; w++)
    if (pthread_join(w->thread, NULL) != 0)
      abort();
  of_structs++; // no race

  for (int i = 0; i < n; i++)
    pthread_create(&some[i], NULL, count, &backwards);
  for (pthread_t *t = some + n; t > some;)
    pthread_join(*--t, NULL);
  backwards++; // no race; -O1, -O2: false alarm
  return 0;
}
