// Every object has its own lock made of an atomic.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
  atomic_int taken;
  long balance, unguarded;
};
static struct account *accounts[8];

static void pay(struct account *account) {
  while (atomic_exchange_explicit(&account->taken, 1, memory_order_acquire))
    ;
  account->balance++; // no race
  atomic_store_explicit(&account->taken, 0, memory_order_release);
  account->unguarded++; // race
}

void *worker(void *arg) {
  for (int i = 0; i < 8; i++)
    pay(accounts[i]);
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 8; i++)
    accounts[i] = calloc(1, sizeof(struct account));
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
