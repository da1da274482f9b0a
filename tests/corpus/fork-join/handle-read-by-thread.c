// The new thread reads its own handle, which pthread_create may not have stored yet.
#include <pthread.h>

pthread_t self;

void *worker(void *arg) {
  return pthread_equal(self, pthread_self()) ? arg : NULL; // missed: the handle counts as stored before the thread starts
}

int main(void) {
  pthread_create(&self, NULL, worker, NULL); // missed: the handle counts as stored before the thread starts
  pthread_join(self, NULL); // no race
  return 0;
}
