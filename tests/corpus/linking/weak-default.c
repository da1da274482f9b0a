// A weak default is replaced by the other file's definition; only the latter runs.
// also: part-weak-default.c
#include <pthread.h>

int by_default, by_override;

__attribute__((weak)) void hook(void) {
  by_default++; // no race
}

void *worker(void *arg) {
  hook();
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
