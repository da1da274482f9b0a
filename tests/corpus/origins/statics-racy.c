// policies
// Static variables that look like one thread's own, behind a function that both call.
#include <pthread.h>

static int next_number(void) {
  static int last;
  return ++last; // race
}

static int *slot(void) {
  static int value;
  return &value;
}

static void *reader(void *argument) {
  *slot() = next_number(); // race
  return argument;
}

static void *writer(void *argument) {
  *slot() += next_number(); // race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return *slot(); // no race
}
