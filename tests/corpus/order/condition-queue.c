// The classic queue: every access is under the mutex, which waiting gives back and takes again.
#include <pthread.h>

int items[8], count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (count == 0) // no race
    pthread_cond_wait(&not_empty, &lock);
  int item = items[--count]; // no race
  pthread_mutex_unlock(&lock);
  return item ? arg : NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_mutex_lock(&lock);
  items[count++] = 7; // no race
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
