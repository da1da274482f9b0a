// A structure that is passed by value is the callee's own.
#include <pthread.h>

struct matrix {
  int cells[16];
};
struct matrix identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

static int trace(struct matrix m) {
  for (int i = 0; i < 16; i++)
    m.cells[i] *= 2; // no race
  return m.cells[0] + m.cells[5] + m.cells[10] + m.cells[15]; // no race
}

void *worker(void *arg) {
  return trace(identity) ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
