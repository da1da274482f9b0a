// C11 threads: before the creation, between, and after the join.
#include <threads.h>

int before, between, after;

int worker(void *arg) {
  before++;  // no race
  between++; // race
  after++;   // no race
  return arg != NULL;
}

int main(void) {
  thrd_t a;
  before = 1; // no race
  thrd_create(&a, worker, NULL);
  between = 1; // race
  thrd_join(a, NULL);
  after = 1; // no race
  return 0;
}
