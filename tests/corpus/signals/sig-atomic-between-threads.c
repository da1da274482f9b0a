// volatile sig_atomic_t is for a handler and what it interrupts. Between threads it is a variable like any other.
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t by_handler, by_thread;

static void on_term(int number) {
  (void)number;
  by_handler = 1; // no race
}

static void *worker(void *arg) {
  by_thread = 1;         // race
  while (!by_handler)    // no race
    ;
  return arg;
}

int main(void) {
  pthread_t a;
  signal(SIGTERM, on_term);
  pthread_create(&a, NULL, worker, NULL);
  while (!by_thread) // race
    ;
  pthread_join(a, NULL);
  return by_handler; // no race
}
