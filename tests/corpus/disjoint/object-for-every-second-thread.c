// Only every second round makes a new object: two threads have one.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct connection {
  long bytes;
};

void *serve(void *arg) {
  struct connection *c = arg;
  c->bytes += 4; // race
  return NULL;
}

int main(void) {
  struct connection *c = NULL;
  for (int k = 0; k < 1000; k++) {
    pthread_t thread;
    if (k % 2 == 0) c = calloc(1, sizeof *c);
    pthread_create(&thread, NULL, serve, c);
    pthread_detach(thread);
  }
  return 0;
}
