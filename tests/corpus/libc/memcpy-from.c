// memcpy reads what it copies from, and the other thread writes that.
#include <pthread.h>
#include <string.h>

struct record {
  int id;
  char name[28];
} shared;

void *worker(void *arg) {
  struct record snapshot;
  memcpy(&snapshot, &shared, sizeof snapshot); // race
  return snapshot.id ? arg : NULL;             // no race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  shared.id = 5; // race
  pthread_join(a, NULL);
  return 0;
}
