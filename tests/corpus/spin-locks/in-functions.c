// The lock is a type with two functions. Each variable has its own lock.
#include <pthread.h>
#include <stdatomic.h>

struct spin {
  atomic_int taken;
};

static void enter(struct spin *lock) {
  while (atomic_exchange_explicit(&lock->taken, 1, memory_order_acquire))
    ;
}

static void leave(struct spin *lock) { atomic_store_explicit(&lock->taken, 0, memory_order_release); }

struct spin first, second;
int one, two;

void *worker(void *arg) {
  enter(&first);
  one++; // no race
  leave(&first);
  enter(&second);
  two++; // no race
  leave(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
