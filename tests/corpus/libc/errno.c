// errno looks like a global variable, but every thread has its own.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  errno = 0;                                // no race
  long value = strtol("12", NULL, 10);      // no race
  return errno == 0 && value ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  errno = EINVAL; // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
