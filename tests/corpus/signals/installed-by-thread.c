// A handler that a thread installs outlives the thread: who joined it is interrupted too.
#include <pthread.h>
#include <signal.h>

static int before, after;

static void on_user(int number) {
  before = number; // no race: main was there before there was a handler
  after = number;  // race
}

static void *setup(void *arg) {
  signal(SIGUSR1, on_user);
  return arg;
}

int main(void) {
  pthread_t a;
  before = 1; // no race
  pthread_create(&a, NULL, setup, NULL);
  pthread_join(a, NULL);
  return after; // race
}
