// Workers count themselves under a lock, and main waits until the count is complete.
#include <pthread.h>
#include <stdatomic.h>

int input = 7, done;
atomic_int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *worker(void *arg) {
  atomic_fetch_add(&sum, input); // no race
  pthread_mutex_lock(&lock);
  done++; // no race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, 0);
  pthread_mutex_lock(&lock);
  while (done < 4) // no race
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  input = 0; // no race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return sum;
}
