// memset clears a struct of which another thread reads a member.
#include <pthread.h>
#include <string.h>

struct statistics {
  long reads, writes;
} statistics;
long seen;

void *first(void *arg) {
  memset(&statistics, 0, sizeof statistics); // race
  return arg;
}

void *second(void *arg) {
  seen = statistics.writes; // race
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
