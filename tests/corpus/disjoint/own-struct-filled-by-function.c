// A function fills in the struct that is handed over.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct argument {
  int id;
  int *data;
};

static void fill(struct argument *a, int id, int *data) {
  a->id = id;     // no race
  a->data = data; // no race
}

void *worker(void *arg) {
  struct argument *a = arg;
  a->data[a->id] = 1; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  struct argument arguments[4];
  int *data = calloc(4, sizeof *data);
  for (int i = 0; i < 4; i++) {
    fill(&arguments[i], i, data);
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return data[0];
}
