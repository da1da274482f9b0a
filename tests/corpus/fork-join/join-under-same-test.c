// Threads that are started and joined under the same test of a variable that does not change in between, and a relative
// that is joined under another one.
#include <pthread.h>

static int joined, maybe;

static void *count_joined(void *argument) {
  joined++; // no race
  return argument;
}

static void *count_maybe(void *argument) {
  maybe++; // race
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
  int threads = argc > 2;
  int wait = argc > 3;
  pthread_t a, b;
  for (int file = 0; file < argc; file++) {
    joined = 0; // no race
    if (threads) pthread_create(&a, NULL, count_joined, NULL);
    if (threads) pthread_join(a, NULL);
    maybe = 0; // race
    if (threads) pthread_create(&b, NULL, count_maybe, NULL);
    if (wait) pthread_join(b, NULL);
  }
  return 0;
}
