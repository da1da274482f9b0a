// Pointers are copied with the bytes that hold them: what they lead to is shared.
#include <pthread.h>
#include <string.h>

struct holder {
  int *target;
};

int x;
struct holder original = {&x}, copy;

void *worker(void *arg) {
  *copy.target = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  memcpy(&copy, &original, sizeof copy); // no race
  pthread_create(&a, NULL, worker, NULL);
  x = 2; // race
  pthread_join(a, NULL);
  return 0;
}
