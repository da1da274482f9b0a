// A statistics counter loses counts: shown, though somewhat lower.
#include <pthread.h>

struct {
  unsigned long hits, misses;
} counters;

void* first(void* arg) {
  counters.hits++; // race
  return arg;
}

void* second(void* arg) {
  counters.hits++;   // race
  counters.misses++; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
