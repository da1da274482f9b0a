// The object is filled first and then made visible under a lock. Whoever finds it there finds it filled.
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *loader(void *arg) {
  struct config *fresh = malloc(sizeof *fresh);
  fresh->size = 4; // no race
  pthread_mutex_lock(&lock);
  current = fresh; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  int size = 0;
  pthread_create(&a, NULL, loader, NULL);
  pthread_mutex_lock(&lock);
  if (current)            // no race
    size = current->size; // no race
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return size;
}
