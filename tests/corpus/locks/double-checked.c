// Double-checked initialisation with a plain flag: the first look and the use race with the initialisation.
#include <pthread.h>

int ready, value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *arg) {
  if (!ready) { // race
    pthread_mutex_lock(&lock);
    if (!ready) { // no race: every write is under the same lock
      value = 42; // race
      ready = 1;  // race
    }
    pthread_mutex_unlock(&lock);
  }
  return value == 42 ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value; // no race
}
