// Every round makes an object and starts two threads on it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct connection {
  long in, out;
};

void *reads(void *arg) {
  struct connection *c = arg;
  c->in++;  // no race
  c->out++; // race
  return NULL;
}

void *writes(void *arg) {
  struct connection *c = arg;
  c->out++; // race
  return NULL;
}

int main(void) {
  for (int k = 0; k < 1000; k++) {
    pthread_t a, b;
    struct connection *c = calloc(1, sizeof *c);
    pthread_create(&a, NULL, reads, c);
    pthread_create(&b, NULL, writes, c);
    pthread_detach(a);
    pthread_detach(b);
  }
  return 0;
}
