// A function template has a body for every type: the two bodies touch different variables.
#include <pthread.h>

int whole;
double fraction;

template <typename T> void bump(T &value) {
  value += 1; // race: in the instance for double
}

void *worker(void *arg) {
  bump(fraction);
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  bump(whole);
  whole++; // no race
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
