// snprintf into a buffer of the thread's own, from a text that nobody writes.
#include <pthread.h>
#include <stdio.h>

char name[16] = "steward";

void *first(void *arg) {
  char mine[64];
  snprintf(mine, sizeof mine, "to %s", name); // no race
  puts(mine);                                 // no race
  return arg;
}

void *second(void *arg) {
  puts(name); // no race
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
