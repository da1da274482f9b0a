// Which function the thread runs is decided at run time; both are possible, a third is not.
#include <pthread.h>

int by_fast, by_slow, by_none;

void *fast(void *arg) {
  by_fast = 1; // race
  return arg;
}

void *slow(void *arg) {
  by_slow = 1; // race
  return arg;
}

void *none(void *arg) {
  by_none = 1; // no race: never runs
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  void *(*body)(void *) = argc > 1 ? fast : slow;
  pthread_create(&a, NULL, body, NULL);
  by_fast = 2; // race
  by_slow = 2; // race
  by_none = 2; // no race
  pthread_join(a, NULL);
  return argc > 100 ? none(NULL) != NULL : 0;
}
