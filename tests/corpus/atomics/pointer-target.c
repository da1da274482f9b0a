// The pointer is atomic; what it points to is not.
#include <pthread.h>
#include <stdatomic.h>

int storage;
_Atomic(int *) shared = &storage;

void *worker(void *arg) {
  ++*atomic_load(&shared); // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  atomic_store(&shared, &storage); // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return storage; // no race
}
