// A local pointer meant the shared variable once, but no longer when it is used.
#include <pthread.h>

int shared;

void *worker(void *arg) {
  int own = 0;
  int *p = &shared;
  if (!arg)
    p = &own;
  else
    p = &own + 0;
  *p = 1; // no race
  return own ? arg : NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  shared = 1; // no race
  pthread_join(a, NULL);
  return 0;
}
