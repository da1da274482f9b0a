// C11 threads: waiting on a condition keeps the mutex before and after.
#include <threads.h>

int ready, payload;
mtx_t lock;
cnd_t changed;

int producer(void *arg) {
  mtx_lock(&lock);
  payload = 5; // no race
  ready = 1;   // no race
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return arg != NULL;
}

int main(void) {
  thrd_t a;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&a, producer, NULL);
  mtx_lock(&lock);
  while (!ready) // no race
    cnd_wait(&changed, &lock);
  int seen = payload; // no race
  mtx_unlock(&lock);
  thrd_join(a, NULL);
  return seen;
}
