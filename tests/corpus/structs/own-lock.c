// Each account has its lock inside. There are many accounts, but an account's lock is always its own.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
  int audits;
};
struct account *accounts[8];

static void deposit(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount; // no race
  pthread_mutex_unlock(&account->lock);
  account->audits++; // race
}

void *worker(void *arg) {
  for (int i = 0; i < 8; i++)
    deposit(accounts[i], 10); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 8; i++) {
    accounts[i] = calloc(1, sizeof *accounts[i]); // no race
    pthread_mutex_init(&accounts[i]->lock, NULL);
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
