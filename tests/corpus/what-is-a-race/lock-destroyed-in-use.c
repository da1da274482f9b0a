// A lock is destroyed while another thread may still take it.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void *first(void *arg) {
  pthread_mutex_lock(&lock); // race
  value++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, first, NULL);
  pthread_mutex_destroy(&lock); // race
  pthread_join(a, NULL);
  return 0;
}
