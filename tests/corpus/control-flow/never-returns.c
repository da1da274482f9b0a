// The error path gives the lock back and ends the program: after it, the lock is still held on every way.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

_Noreturn static void fatal(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(1);
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  if (counter > 100) { // no race
    pthread_mutex_unlock(&lock);
    fatal("too many");
  }
  if (counter < 0) { // no race
    pthread_mutex_unlock(&lock);
    abort();
  }
  counter++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
