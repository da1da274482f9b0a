// Flag, lock and data in one struct that both threads get.
#include <pthread.h>

struct box {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int ready, data;
};
int seen;

void *producer(void *arg) {
  struct box *box = arg;
  box->data = 42; // no race
  pthread_mutex_lock(&box->lock);
  box->ready = 1; // no race
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->lock);
  return arg;
}

void *consumer(void *arg) {
  struct box *box = arg;
  pthread_mutex_lock(&box->lock);
  while (!box->ready) // no race
    pthread_cond_wait(&box->changed, &box->lock);
  pthread_mutex_unlock(&box->lock);
  seen = box->data; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct box box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  pthread_create(&a, NULL, producer, &box);
  pthread_create(&b, NULL, consumer, &box);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
