// Made and let out by a function that goes on to fill it.
#include <pthread.h>
#include <stdlib.h>

struct session {
  int id, state;
}* current;
int seen;

static struct session* create(int id) {
  struct session* s = calloc(1, sizeof *s);
  current = s;  // race
  s->id = id;   // race
  s->state = 1; // race
  return s;
}

void* first(void* arg) {
  create(1);
  return arg;
}

void* second(void* arg) {
  struct session* s = current;    // race
  if (s) seen = s->id + s->state; // race
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
