// A server makes an object for every connection and hands it to a thread of its own, for ever.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct connection {
  int number;
  int *buffer;
  long bytes;
};

void *serve(void *arg) {
  struct connection *c = arg;
  c->buffer[0] = c->number; // no race
  c->bytes += 4;            // no race
  free(c->buffer);          // no race
  free(c);                  // no race
  return NULL;
}

int main(void) {
  for (int k = 0;; k = (k + 1) % 10) {
    pthread_t thread;
    struct connection *c = malloc(sizeof *c);
    if (!c) break;
    c->number = k;                             // no race
    c->buffer = malloc(16 * sizeof *c->buffer); // no race
    c->bytes = 0;                              // no race
    pthread_create(&thread, NULL, serve, c);
    pthread_detach(thread);
  }
  return 0;
}
