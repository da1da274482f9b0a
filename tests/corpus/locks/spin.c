// A spin lock protects like a mutex; what is outside of it is not protected.
#include <pthread.h>

int packets, bytes;
pthread_spinlock_t lock;

void *worker(void *arg) {
  pthread_spin_lock(&lock);
  packets++; // no race
  pthread_spin_unlock(&lock);
  bytes += 100; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_spin_destroy(&lock);
  return packets + bytes; // no race
}
