// Every box has its own flag, but the reader looks at that of another one.
#include <pthread.h>
#include <stdatomic.h>

struct box {
  int length;
  atomic_bool ready;
};
struct box boxes[2];

void *first(void *arg) {
  boxes[0].length = 3; // no race
  atomic_store(&boxes[0].ready, 1); // no race
  return arg;
}

void *second(void *arg) {
  boxes[1].length = 3; // race
  atomic_store(&boxes[1].ready, 1); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  while (!atomic_load(&boxes[0].ready)) // no race
    ;
  int sum = boxes[0].length; // no race
  sum += boxes[1].length;    // race
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum;
}
