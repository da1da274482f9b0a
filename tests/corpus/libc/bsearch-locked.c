// A callback runs with the locks of its caller.
#include <pthread.h>
#include <stdlib.h>

static const int sorted[] = {1, 2, 3, 5, 8};
int probes;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *key, const void *element) {
  probes++; // no race
  return *(const int *)key - *(const int *)element;
}

void *worker(void *arg) {
  int key = 5;
  pthread_mutex_lock(&lock);
  void *found = bsearch(&key, sorted, 5, sizeof *sorted, compare);
  pthread_mutex_unlock(&lock);
  return found ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
