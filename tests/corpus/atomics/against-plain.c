// An atomic write and a plain read of the same variable do race.
#include <pthread.h>

int counter, flag;

void *worker(void *arg) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); // race
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);      // no race
  return arg;
}

int main(void) {
  pthread_t a;
  counter = 0; // no race: no thread yet
  pthread_create(&a, NULL, worker, NULL);
  int seen = counter;                                   // race
  seen += __atomic_load_n(&flag, __ATOMIC_ACQUIRE); // no race
  pthread_join(a, NULL);
  return seen;
}
