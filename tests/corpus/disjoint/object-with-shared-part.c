// Every thread has an object of its own, and all of these lead to one that they share.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct server {
  long requests;
};
struct connection {
  struct server *server;
  long bytes;
};

void *serve(void *arg) {
  struct connection *c = arg;
  c->bytes += 4;         // no race
  c->server->requests++; // race
  return NULL;
}

int main(void) {
  struct server *server = calloc(1, sizeof *server);
  for (int k = 0; k < 1000; k++) {
    pthread_t thread;
    struct connection *c = malloc(sizeof *c);
    c->server = server; // no race
    c->bytes = 0;       // no race
    pthread_create(&thread, NULL, serve, c);
    pthread_detach(thread);
  }
  return 0;
}
