#include <pthread.h>
#include <stdlib.h>

struct pair {
  int first, second;
};
struct number {
  long value;
};
void *memory;

void *worker(void *argument) {
  ((struct pair *)memory)->first = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  memory = malloc(64);
  pthread_create(&thread, NULL, worker, NULL);
  ((struct number *)memory)->value = 2;
  pthread_join(thread, NULL);
  return 0;
}
