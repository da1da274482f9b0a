// A bank: tellers move money between accounts while an auditor adds up what there is.
//
// Every account has its lock, and `deposit` and `withdraw` use it. But the auditor reads the balances without, and the
// number of transfers is counted after the lock was given back.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 4, TRANSFERS = 1000 };

struct account {
  pthread_mutex_t lock;
  long balance;
};

static struct account *accounts[ACCOUNTS];
static long transfers;

static void deposit(struct account *account, long amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  pthread_mutex_unlock(&account->lock);
}

static int withdraw(struct account *account, long amount) {
  int possible = 0;
  pthread_mutex_lock(&account->lock);
  if (account->balance >= amount) {
    account->balance -= amount;
    possible = 1;
  }
  pthread_mutex_unlock(&account->lock);
  return possible;
}

static void *teller(void *argument) {
  unsigned seed = *(unsigned *)argument;
  for (int i = 0; i < TRANSFERS; i++) {
    struct account *from = accounts[rand_r(&seed) % ACCOUNTS];
    struct account *to = accounts[rand_r(&seed) % ACCOUNTS];
    if (withdraw(from, 10)) {
      deposit(to, 10);
      transfers++;
    }
  }
  return NULL;
}

static void *auditor(void *argument) {
  long sum = 0;
  for (int i = 0; i < ACCOUNTS; i++)
    sum += accounts[i]->balance;
  *(long *)argument = sum;
  return NULL;
}

int main(void) {
  pthread_t tellers[2], audit;
  unsigned seeds[2] = {1, 2};
  long sum = 0;

  for (int i = 0; i < ACCOUNTS; i++) {
    accounts[i] = malloc(sizeof(struct account));
    pthread_mutex_init(&accounts[i]->lock, NULL);
    accounts[i]->balance = 1000;
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&tellers[i], NULL, teller, &seeds[i]);
  pthread_create(&audit, NULL, auditor, &sum);
  for (int i = 0; i < 2; i++)
    pthread_join(tellers[i], NULL);
  pthread_join(audit, NULL);
  printf("%ld transfers, the auditor saw %ld\n", transfers, sum);
  return 0;
}
