// A server makes an object for every connection, and looks at the last one again when it is handed over.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct connection {
  int number;
  long bytes;
};

void *serve(void *arg) {
  struct connection *c = arg;
  c->bytes += 4; // race
  return NULL;
}

int main(void) {
  long total = 0;
  for (int k = 0; k < 1000; k++) {
    pthread_t thread;
    struct connection *c = malloc(sizeof *c);
    if (!c) break;
    c->bytes = 0; // no race
    pthread_create(&thread, NULL, serve, c);
    pthread_detach(thread);
    total += c->bytes; // race
  }
  return (int)total;
}
