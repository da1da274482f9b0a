// Without a guard, the exception leaves with the lock held: a deadlock to come, but the access is protected.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter, caught;

static void check(void *arg) {
  if (arg)
    throw 1;
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  try {
    counter++; // no race
    check(arg);
  } catch (int) {
    caught++; // no race: the lock is still held
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, &a);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
