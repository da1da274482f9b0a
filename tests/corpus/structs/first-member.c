// A derived structure begins with its base; a pointer to one is a pointer to the other.
#include <pthread.h>

struct base {
  int kind, users;
};
struct socket {
  struct base base;
  int port;
};
struct socket server;

static void retain(struct base *base) {
  base->users++; // race
}

void *worker(void *arg) {
  retain((struct base *)&server);
  server.port = 80; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  server.base.users = 0; // race
  server.base.kind = 1;  // no race
  pthread_join(a, NULL);
  return 0;
}
