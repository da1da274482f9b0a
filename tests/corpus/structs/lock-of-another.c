// A transfer holds the lock of the account it takes from, and writes also the one it gives to.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
struct account *accounts[8];

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  from->balance -= amount; // race: locked, but the next line is not
  to->balance += amount;   // race
  pthread_mutex_unlock(&from->lock);
}

void *worker(void *arg) {
  transfer(accounts[0], accounts[1], 5);
  transfer(accounts[1], accounts[0], 5);
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
