// The variable that says whether to lock is taken back when all threads are over.
#include <pthread.h>
#include <stddef.h>

int counter;
static int threaded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void bump(void) {
  if (threaded)
    pthread_mutex_lock(&lock);
  counter++; // imprecise: the variable counts as settled only when nobody writes it once a thread was created
  if (threaded)
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  bump();
  return arg;
}

int main(void) {
  pthread_t a, b;
  threaded = 1;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  threaded = 0;
  bump();
  return 0;
}
