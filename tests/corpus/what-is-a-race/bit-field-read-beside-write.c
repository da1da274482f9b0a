// To read a bit-field while its neighbour is written is a race as well: the write reads and writes the whole unit.
#include <pthread.h>

struct {
  unsigned ready : 1;
  unsigned count : 7;
} state;
int seen;

void *first(void *arg) {
  state.count = 5; // race
  return arg;
}

void *second(void *arg) {
  seen = state.ready; // race
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
