// Neighbouring bit-fields share their bytes: to write one is to write the other. A field of width 0 parts them.
#include <pthread.h>

struct {
  unsigned open : 1;
  unsigned dirty : 1;
  unsigned : 0;
  unsigned apart : 1;
} file;

void *opener(void *arg) {
  file.open = 1; // race
  return arg;
}

void *writer(void *arg) {
  file.dirty = 1; // race
  return arg;
}

void *third(void *arg) {
  file.apart = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, opener, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_create(&c, NULL, third, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
