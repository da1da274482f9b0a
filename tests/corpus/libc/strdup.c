// strdup allocates: the copy is the thread's own, the original is shared.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char *original;

void *worker(void *arg) {
  char *copy = strdup(original); // race
  copy[0] = 'x';                 // no race
  free(copy);                    // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  original = strdup("text"); // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  original[1] = 'E'; // race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(original); // no race
  return 0;
}
