// On the way to abort: whoever writes this dies, and another reads it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

const char* reason;
int limit;

void* first(void* arg) {
  if (!arg && limit > 3) {
    reason = "no argument"; // race
    abort();
  }
  return arg;
}

void* second(void* arg) {
  if (reason) puts(reason); // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
