// Only the first of the two is locked.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  int balance, transfers;
};
struct account *accounts[4];

static void transfer(struct account *from, struct account *to, struct account *third) {
  struct account *first = from, *second = to;
  if (first > second) {
    first = to;
    second = from;
  }
  pthread_mutex_lock(&first->mutex);
  from->balance--;    // race
  to->balance++;      // race
  third->transfers++; // race
  pthread_mutex_unlock(&first->mutex);
}

void *worker(void *arg) {
  for (int i = 0; i < 100; i++)
    transfer(accounts[rand() % 4], accounts[rand() % 4], accounts[rand() % 4]);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 4; i++) {
    accounts[i] = calloc(1, sizeof(struct account));
    pthread_mutex_init(&accounts[i]->mutex, NULL);
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
