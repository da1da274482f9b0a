// Main hands a heap object to a thread and goes on writing to it.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number, urgent;
};

void *worker(void *arg) {
  struct request *request = arg;
  if (request->urgent)  // race
    request->number++;  // no race
  return arg;
}

int main(void) {
  pthread_t a;
  struct request *request = calloc(1, sizeof *request);
  pthread_create(&a, NULL, worker, request);
  request->urgent = 1; // race
  pthread_join(a, NULL);
  free(request); // no race
  return 0;
}
