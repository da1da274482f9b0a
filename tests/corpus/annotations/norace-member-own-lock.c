// An annotation on a member does not stand in the way of knowing that its struct's lock is held.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  __attribute__((annotate("steward::norace"))) long balance;
};

void *work(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->lock);
  account->balance++; // no race
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  pthread_t a[4];
  for (int k = 0; k < 4; k += 2) {
    struct account *account = calloc(1, sizeof *account);
    pthread_mutex_init(&account->lock, NULL);
    pthread_create(&a[k], NULL, work, account);
    pthread_create(&a[k + 1], NULL, work, account);
  }
  for (int k = 0; k < 4; ++k) pthread_join(a[k], NULL);
  return 0;
}
