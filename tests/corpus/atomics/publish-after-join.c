// The workers are waited for, and then a flag tells the reader that their result is there.
#include <pthread.h>
#include <stdatomic.h>

int result, late, seen;
atomic_int done;

void *worker(void *arg) {
  result = 42; // no race
  return arg;
}

void *straggler(void *arg) {
  late = 42; // race
  return arg;
}

void *reader(void *arg) {
  while (!atomic_load(&done)) // no race
    ;
  seen = result; // no race
  seen += late;  // race
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&c, 0, reader, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, straggler, 0);
  pthread_join(a, 0);
  atomic_store(&done, 1); // no race
  pthread_join(b, 0);
  pthread_join(c, 0);
  return seen;
}
