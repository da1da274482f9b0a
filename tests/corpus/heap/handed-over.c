// Main fills a heap object, hands it to a thread, and takes it back by waiting.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number, reply;
};

void *worker(void *arg) {
  struct request *request = arg;
  request->reply = request->number + 1; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  struct request *request = malloc(sizeof *request);
  request->number = 1; // no race
  request->reply = 0;  // no race
  pthread_create(&a, NULL, worker, request);
  pthread_join(a, NULL);
  int reply = request->reply; // no race
  free(request);              // no race
  return reply;
}
