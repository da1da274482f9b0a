// C11 threads: a counter with and without a mutex.
#include <threads.h>

int locked, open;
mtx_t lock;

int worker(void *arg) {
  mtx_lock(&lock);
  locked++; // no race
  mtx_unlock(&lock);
  open++; // race
  return arg != NULL;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_destroy(&lock);
  return locked + open; // no race
}
