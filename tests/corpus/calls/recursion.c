// A recursive function counts its calls.
#include <pthread.h>

int calls, locked_calls;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int fibonacci(int n) {
  calls++; // race
  pthread_mutex_lock(&lock);
  locked_calls++; // no race
  pthread_mutex_unlock(&lock);
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

void *worker(void *arg) {
  return fibonacci(10) ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
