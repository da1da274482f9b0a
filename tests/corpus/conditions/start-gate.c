// Workers wait at a gate that main opens when everything is prepared.
#include <pthread.h>

int table[8], opened, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t gate = PTHREAD_COND_INITIALIZER;

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  while (!opened) // no race
    pthread_cond_wait(&gate, &lock);
  pthread_mutex_unlock(&lock);
  int mine = table[3]; // no race
  pthread_mutex_lock(&lock);
  sum += mine; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 8; i++)
    table[i] = i; // no race
  pthread_mutex_lock(&lock);
  opened = 1; // no race
  pthread_cond_broadcast(&gate);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return sum;
}
