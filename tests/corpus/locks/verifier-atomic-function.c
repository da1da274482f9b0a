// Functions with this name run as if under one lock of the whole process (SV-COMP).
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter, mixed, late;

void __VERIFIER_atomic_count(void) {
  counter++; // no race
  mixed++;   // no race
}

void *worker(void *arg) {
  __VERIFIER_atomic_count();
  __VERIFIER_atomic_begin();
  mixed++; // no race
  __VERIFIER_atomic_end();
  late++; // race
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
