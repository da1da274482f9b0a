// Initialisation by pthread_once: whoever comes back from it sees it done.
#include <pthread.h>

int table;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) {
  table = 42; // no race
}

void *worker(void *arg) {
  pthread_once(&once, fill);
  return table ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return table; // no race
}
