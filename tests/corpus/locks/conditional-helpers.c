// Functions that take and give back a lock if they are told to, by a parameter or by a variable.
// optimised
#include <pthread.h>
#include <stdlib.h>

int told, told_not, by_variable, half;
static int threaded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin(int with_lock) {
  if (with_lock)
    pthread_mutex_lock(&lock);
}

static void end(int with_lock) {
  if (with_lock)
    pthread_mutex_unlock(&lock);
}

static void enter(void) {
  if (threaded)
    pthread_mutex_lock(&lock);
}

static void leave(void) {
  if (threaded)
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  begin(1);
  told++; // no race
  end(1);
  begin(0);
  told_not++; // race
  end(0);
  begin(arg != NULL);
  if (arg)
    half++; // no race
  end(arg != NULL);
  enter();
  by_variable++; // no race
  leave();
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  threaded = 1;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, i % 2 ? &threads : NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
