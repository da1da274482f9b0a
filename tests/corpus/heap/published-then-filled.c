// The object becomes visible to the other thread before it is filled.
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *loader(void *arg) {
  struct config *fresh = calloc(1, sizeof *fresh);
  pthread_mutex_lock(&lock);
  current = fresh; // no race
  pthread_mutex_unlock(&lock);
  fresh->size = 4; // race
  return arg;
}

int main(void) {
  pthread_t a;
  int size = 0;
  pthread_create(&a, NULL, loader, NULL);
  pthread_mutex_lock(&lock);
  if (current)            // no race
    size = current->size; // race
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return size;
}
