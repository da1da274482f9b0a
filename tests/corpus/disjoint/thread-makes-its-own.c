// Every thread makes an object for itself and keeps it in its struct.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct state {
  int id;
  int *scratch;
};

static void use(struct state *s) {
  s->scratch[0]++; // no race
}

void *worker(void *arg) {
  struct state *s = arg;
  s->scratch = calloc(8, sizeof *s->scratch); // no race
  use(s);
  free(s->scratch); // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  struct state states[4];
  for (int i = 0; i < 4; i++) {
    states[i].id = i; // no race
    pthread_create(&threads[i], NULL, worker, &states[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
