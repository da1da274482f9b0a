// Whatever the index, two different fields of an array's elements are different places.
#include <pthread.h>

struct {
  int key, value;
} table[8];

void *writes_keys(void *arg) {
  for (int i = 0; i < 8; i++)
    table[i].key = i; // no race
  return arg;
}

void *writes_values(void *arg) {
  for (int i = 0; i < 8; i++)
    table[i].value = i; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes_keys, NULL);
  pthread_create(&b, NULL, writes_values, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
