// A function returns the address of one of several variables.
#include <pthread.h>

static int hits, misses;

static int *cell(int hit) { return hit ? &hits : &misses; }

void *worker(void *arg) {
  ++*cell(arg != NULL); // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &a);
  misses = 0; // race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits; // no race
}
