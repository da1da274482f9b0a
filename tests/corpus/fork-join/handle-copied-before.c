// The handle was copied before its variable was used again: the join ends the first thread, not the second.
#include <pthread.h>

static int x;

static void *idle(void *arg) { return arg; }

static void *work(void *arg) {
  x = 1; // race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  pthread_t before = thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(before, NULL);
  x = 2; // race
  return 0;
}
