// A handler runs on any thread, beside all others. The lock that they hold does not keep it out.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, dumps;

static void on_user(int number) {
  (void)number;
  dumps = requests; // race
}

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  requests++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  signal(SIGUSR1, on_user);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return dumps; // race
}
