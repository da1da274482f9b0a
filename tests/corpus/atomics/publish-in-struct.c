// A flag in a struct, beside what it publishes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
  int length;
  atomic_bool ready;
  char text[16];
};

void *producer(void *arg) {
  struct box *box = arg;
  box->length = 3;       // no race
  box->text[0] = 'a';    // no race
  atomic_store(&box->ready, 1); // no race
  return 0;
}

int main(void) {
  pthread_t a;
  struct box *box = calloc(1, sizeof *box);
  pthread_create(&a, 0, producer, box);
  while (!atomic_load(&box->ready)) // no race
    ;
  int sum = box->length + box->text[0]; // no race
  pthread_join(a, 0);
  free(box);
  return sum;
}
