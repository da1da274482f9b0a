// One of two joins is forgotten before the lock goes.
#include <pthread.h>

struct account {
  pthread_rwlock_t lock;
  int balance;
} account;

void *reader(void *arg) {
  pthread_rwlock_rdlock(&account.lock); // race
  int seen = account.balance;           // no race
  pthread_rwlock_unlock(&account.lock);
  return seen ? arg : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_rwlock_init(&account.lock, NULL);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_rwlock_destroy(&account.lock); // race
  pthread_join(b, NULL);
  return 0;
}
