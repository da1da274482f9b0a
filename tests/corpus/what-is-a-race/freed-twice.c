// Two threads free the same object.
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *first(void *arg) {
  free(shared); // race
  return arg;
}

void *second(void *arg) {
  free(shared); // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
