// The lock is taken at the top; the access is five calls below.
#include <pthread.h>

int with, without;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fifth(int *x) {
  *x += 1; // race: for the second variable
}
static void fourth(int *x) { fifth(x); }
static void third(int *x) { fourth(x); }
static void second(int *x) { third(x); }
static void first(int *x) { second(x); }

static void bump_with(void) {
  with++; // no race
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  bump_with();
  pthread_mutex_unlock(&lock);
  first(&without);
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
