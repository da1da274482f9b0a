// C++ initialises a static local once, whatever the threads; what comes after is everybody's own business.
#include <pthread.h>

static int compute() { return 40; }

static int &table() {
  static int value = compute(); // no race
  return value;
}

void *reader(void *arg) {
  return table() ? arg : nullptr; // no race
}

static int &counter() {
  static int value = 0;
  return value;
}

void *writer(void *arg) {
  counter()++; // race
  return arg;
}

int main() {
  pthread_t a, b, c, d;
  pthread_create(&a, nullptr, reader, nullptr);
  pthread_create(&b, nullptr, reader, nullptr);
  pthread_create(&c, nullptr, writer, nullptr);
  pthread_create(&d, nullptr, writer, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  pthread_join(c, nullptr);
  pthread_join(d, nullptr);
  return 0;
}
