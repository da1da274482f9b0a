// Thread-specific data: one key, another value in every thread.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *worker(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = 1; // imprecise: what a key holds is not told apart by thread
  pthread_setspecific(key, mine);
  int *again = pthread_getspecific(key);
  ++*again; // imprecise: what a key holds is not told apart by thread
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
