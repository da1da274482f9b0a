// A program may have its own idea of the names that clang's attributes have.
#include <pthread.h>

static int guarded_by(int who) { return who + 1; }
int requires_capability;

void *first(void *arg) {
  requires_capability = guarded_by(1); // race
  return arg;
}

void *second(void *arg) {
  requires_capability = guarded_by(2); // race
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
