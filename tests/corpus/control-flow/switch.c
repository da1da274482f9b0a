// Three cases take the lock each in its own way; the fourth forgot.
#include <pthread.h>
#include <stdint.h>

int a, b, c, d;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  switch ((intptr_t)arg % 4) {
  case 0:
    pthread_mutex_lock(&lock);
    a++; // no race
    pthread_mutex_unlock(&lock);
    break;
  case 1:
    pthread_mutex_lock(&lock);
    b++; // no race
    pthread_mutex_unlock(&lock);
    return arg;
  case 2:
    pthread_mutex_lock(&lock);
    break;
  default:
    d++; // race
    return arg;
  }
  if ((intptr_t)arg % 4 != 2)
    pthread_mutex_lock(&lock);
  c++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[8];
  for (intptr_t i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
