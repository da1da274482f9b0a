// A pointer to a data member is an offset; the object is shared.
#include <pthread.h>

struct Point {
  int x = 0, y = 0;
};

Point point;

static void move(Point &p, int Point::*axis) {
  p.*axis += 1; // race
}

void *worker(void *arg) {
  move(point, &Point::x);
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
