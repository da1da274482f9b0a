// A member that is declared to do no harm, with its reason behind a colon; the member beside it is not.
#include <pthread.h>

struct statistics {
  long bytes;
  __attribute__((annotate("steward::benign: an estimate"))) long requests;
} statistics;

void *first(void *arg) {
  statistics.requests++; // benign
  statistics.bytes++;    // race
  return arg;
}

void *second(void *arg) {
  statistics.requests++; // benign
  statistics.bytes++;    // race
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
