// memcpy writes what it copies to, and the other thread reads that.
#include <pthread.h>
#include <string.h>

struct record {
  int id;
  char name[28];
} shared, incoming;

void *worker(void *arg) {
  memcpy(&shared, &incoming, sizeof shared); // race
  return arg;
}

int main(void) {
  pthread_t a;
  incoming.id = 5; // no race
  pthread_create(&a, NULL, worker, NULL);
  int id = shared.id; // race
  id += incoming.id;  // no race: only read by both
  pthread_join(a, NULL);
  return id;
}
