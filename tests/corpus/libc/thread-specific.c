// Thread-specific data: one key, another value in every thread.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *worker(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = 1; // no race
  pthread_setspecific(key, mine);
  int *again = pthread_getspecific(key);
  ++*again; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, free);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
