// Locks are taken only if the program was told to use threads, and it creates none otherwise.
#include <pthread.h>

int threaded, counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void bump(void) {
  if (threaded) // no race
    pthread_mutex_lock(&lock);
  counter++;    // no race
  if (threaded) // no race
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  bump();
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  threaded = argc < 5; // no race
  if (threaded) {      // no race
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
  }
  bump();
  return 0;
}
