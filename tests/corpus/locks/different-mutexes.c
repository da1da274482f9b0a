// Each thread holds a lock, but not the same one.
#include <pthread.h>

int balance;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *arg) {
  pthread_mutex_lock(&first);
  balance += 10; // race
  pthread_mutex_unlock(&first);
  return arg;
}

void *withdraw(void *arg) {
  pthread_mutex_lock(&second);
  balance -= 10; // race
  pthread_mutex_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return balance; // no race
}
