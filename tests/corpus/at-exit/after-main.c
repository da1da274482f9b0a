// What atexit registered runs on the main thread when main is over: it does not race with main, but with threads that
// are still running.
#include <pthread.h>
#include <stdlib.h>

static int of_main, of_worker, of_joined;

static void report(void) {
  of_main++;   // no race
  of_worker++; // race
  of_joined++; // no race
}

static void *worker(void *arg) {
  of_worker++; // race
  return arg;
}

static void *joined(void *arg) {
  of_joined++; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  atexit(report);
  of_main = 1; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, joined, NULL);
  pthread_join(b, NULL);
  of_main = 2; // no race
  return 0;
}
