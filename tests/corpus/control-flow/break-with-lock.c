// One way out of the loop has the lock, the other has not.
#include <pthread.h>

int found, tries;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  int held = 0;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    tries++; // no race
    if (tries > 15) { // no race
      held = 1;
      break;
    }
    pthread_mutex_unlock(&lock);
  }
  found++; // race
  if (held)
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
