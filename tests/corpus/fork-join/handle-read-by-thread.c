// The new thread reads its own handle, which pthread_create may not have stored yet.
#include <pthread.h>

pthread_t self;

void *worker(void *arg) {
  return pthread_equal(self, pthread_self()) ? arg : NULL; // race
}

int main(void) {
  pthread_create(&self, NULL, worker, NULL); // race
  pthread_join(self, NULL);                  // no race
  return 0;
}
