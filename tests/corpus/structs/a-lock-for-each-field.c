// Two fields of one structure, each with a lock of its own.
#include <pthread.h>

struct {
  pthread_mutex_t in_lock, out_lock;
  int in, out, wrong;
} traffic = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};

void *receiver(void *arg) {
  pthread_mutex_lock(&traffic.in_lock);
  traffic.in++;    // no race
  traffic.wrong++; // race
  pthread_mutex_unlock(&traffic.in_lock);
  return arg;
}

void *sender(void *arg) {
  pthread_mutex_lock(&traffic.out_lock);
  traffic.out++;   // no race
  traffic.wrong++; // race
  pthread_mutex_unlock(&traffic.out_lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, receiver, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_create(&c, NULL, sender, NULL);
  pthread_create(&d, NULL, sender, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
