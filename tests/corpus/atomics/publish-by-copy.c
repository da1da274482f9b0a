// The flag comes to be set by a copy of memory, before the data is written.
#include <pthread.h>
#include <string.h>

struct box {
  int data;
  int ready;
};
struct box box, prepared = {0, 1};
int seen;

void *producer(void *arg) {
  memcpy(&box, &prepared, sizeof box); // race
  box.data = 42; // race
  __atomic_store_n(&box.ready, 1, __ATOMIC_RELEASE); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!__atomic_load_n(&box.ready, __ATOMIC_ACQUIRE)) // race
    ;
  seen = box.data; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
