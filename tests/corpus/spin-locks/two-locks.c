// Each thread takes another lock for the same variable.
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;
int counter;

static void enter(atomic_int *lock) {
  while (atomic_exchange(lock, 1))
    ;
}

static void leave(atomic_int *lock) { atomic_store(lock, 0); }

void *worker(void *arg) {
  enter(&first);
  counter++; // race
  leave(&first);
  return arg;
}

void *other(void *arg) {
  enter(&second);
  counter++; // race
  leave(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, other, NULL);
  pthread_detach(a);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
