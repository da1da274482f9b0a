// snprintf writes a buffer that another thread prints.
#include <pthread.h>
#include <stdio.h>

char message[64];

void *first(void *arg) {
  snprintf(message, sizeof message, "at %d", 3); // race
  return arg;
}

void *second(void *arg) {
  puts(message); // race
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
