// C11 threads: trying to lock succeeds with thrd_success, which is 0.
#include <threads.h>

int taken, given_up;
mtx_t lock;

int worker(void *arg) {
  if (mtx_trylock(&lock) == thrd_success) {
    taken++; // no race
    mtx_unlock(&lock);
  } else {
    given_up++; // race
  }
  return arg != NULL;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
