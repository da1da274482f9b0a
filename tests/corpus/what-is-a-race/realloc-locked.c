// realloc and use, both under the lock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *items;

void *first(void *arg) {
  pthread_mutex_lock(&lock);
  items = realloc(items, 64 * sizeof *items); // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&lock);
  items[0]++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  items = calloc(8, sizeof *items);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
