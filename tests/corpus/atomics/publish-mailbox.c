// A mailbox with one place, used again and again: who sees it empty may fill it.
#include <pthread.h>
#include <stdatomic.h>

int letter, seen;
atomic_int full;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    while (atomic_load(&full)) // no race
      ;
    letter = i; // imprecise: a flag that goes to and fro tells which side may use the data, and is not followed
    atomic_store(&full, 1); // no race
  }
  return arg;
}

void *consumer(void *arg) {
  for (int i = 0; i < 10; i++) {
    while (!atomic_load(&full)) // no race
      ;
    seen += letter; // imprecise: as above
    atomic_store(&full, 0); // no race
  }
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
