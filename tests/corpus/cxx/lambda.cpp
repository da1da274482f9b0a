// A lambda without captures is a function, and may be what a thread runs.
#include <pthread.h>

int counter;

int main() {
  int own = 0;
  pthread_t a, b;
  auto body = [](void *arg) -> void * {
    counter++; // race
    return arg;
  };
  pthread_create(&a, nullptr, body, nullptr);
  pthread_create(&b, nullptr, body, nullptr);
  own++; // no race
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return counter + own; // no race
}
