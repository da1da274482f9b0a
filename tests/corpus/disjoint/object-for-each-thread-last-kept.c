// A server makes an object for every connection, and keeps the last one where all threads find it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct connection {
  long bytes;
};
struct connection *last;

void *serve(void *arg) {
  struct connection *c = arg;
  c->bytes++;               // race
  if (last) last->bytes++;  // race
  return NULL;
}

int main(void) {
  for (int k = 0; k < 1000; k++) {
    pthread_t thread;
    struct connection *c = calloc(1, sizeof *c);
    pthread_create(&thread, NULL, serve, c);
    pthread_detach(thread);
    last = c; // race
  }
  return 0;
}
