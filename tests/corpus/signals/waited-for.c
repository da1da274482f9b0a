// Signals that are blocked and waited for by a thread of their own have no handler: this is a thread like any other.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop, seen;

static void *signals(void *arg) {
  int number = 0;
  sigwait(arg, &number);
  pthread_mutex_lock(&lock);
  stop = number; // no race
  pthread_mutex_unlock(&lock);
  seen = number; // race
  return NULL;
}

int main(void) {
  pthread_t a;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&a, NULL, signals, &set);
  for (int last = 0; !last;) {
    pthread_mutex_lock(&lock);
    last = stop; // no race
    pthread_mutex_unlock(&lock);
  }
  int early = seen; // race
  pthread_join(a, NULL);
  return early + seen; // no race
}
