// The lock is taken in one function and given back in another.
#include <pthread.h>

int counter, after;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin(void) { pthread_mutex_lock(&lock); }
static void end(void) { pthread_mutex_unlock(&lock); }

void *worker(void *arg) {
  begin();
  counter++; // no race
  end();
  after++; // race
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
