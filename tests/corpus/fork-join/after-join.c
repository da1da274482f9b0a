// Once a thread was waited for, what it wrote can be read; before that, not.
#include <pthread.h>

int early, late;

void *worker(void *arg) {
  early = 1; // race
  late = 1;  // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  int seen = early; // race
  pthread_join(a, NULL);
  late++; // no race
  return seen + late; // no race
}
