// Threads in an array up to a count, all joined by counting it down; and some of them only.
#include <pthread.h>

static int all, some;
static pthread_t threads[4];
static int started;

static void *count(void *argument) {
  all++;  // race
  some++; // race
  return argument;
}

static void finish(void) {
  while (started > 0) pthread_join(threads[--started], NULL);
  all = 0; // imprecise: that the count falls to 0, and so every thread is joined, is not seen
}

int main(int argc, char **argv) {
  (void)argv;
  for (int round = 0; round < argc; round++) {
    while (started < 4) pthread_create(&threads[started++], NULL, count, NULL);
    pthread_join(threads[--started], NULL);
    some = 0; // race
    finish();
  }
  return 0;
}
