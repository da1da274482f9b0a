// Clearing the memory sets no flag.
#include <pthread.h>
#include <string.h>

struct box {
  int data;
  int ready;
};
struct box box;
int seen;

void *producer(void *arg) {
  box.data = 42; // no race
  __atomic_store_n(&box.ready, 1, __ATOMIC_RELEASE); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!__atomic_load_n(&box.ready, __ATOMIC_ACQUIRE)) // no race
    ;
  seen = box.data; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  memset(&box, 0, sizeof box); // no race
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
