// Most accesses hold the lock; one was forgotten. That is the one to look at first.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
long total;

static void add(long n) {
  pthread_mutex_lock(&lock);
  total += n; // race
  pthread_mutex_unlock(&lock);
}

static void reset(void) {
  pthread_mutex_lock(&lock);
  total = 0; // no race
  pthread_mutex_unlock(&lock);
}

void* first(void* arg) {
  add(1);
  return arg;
}

void* second(void* arg) {
  add(2);
  reset();
  return total ? arg : 0; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
