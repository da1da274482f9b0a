// A structure is copied as a whole while one of its fields is written.
#include <pthread.h>

struct point {
  int x, y;
};
struct point where, away;

void *worker(void *arg) {
  struct point copy = where; // race
  copy.x++;                  // no race: the thread's own copy
  away = copy;               // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  where.y = 1; // race
  pthread_join(a, NULL);
  return away.x; // no race
}
