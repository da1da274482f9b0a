// Two functions call each other with the lock held all the way down.
#include <pthread.h>

int depth, rounds;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void odd(int n);

static void even(int n) {
  depth++; // no race
  if (n > 0)
    odd(n - 1);
}

static void odd(int n) {
  depth--; // no race
  if (n > 0)
    even(n - 1);
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  even(10);
  pthread_mutex_unlock(&lock);
  rounds++; // race
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
