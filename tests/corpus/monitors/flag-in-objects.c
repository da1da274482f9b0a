// Many objects, each with a lock made of a flag; what each lock guards lies beside it, or in another object.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  pthread_cond_t free;
  int is_taken;
  int balance, total;
};
struct account *accounts[4];

static void take(struct account *a) {
  pthread_mutex_lock(&a->mutex);
  while (a->is_taken)
    pthread_cond_wait(&a->free, &a->mutex);
  a->is_taken = 1; // no race
  pthread_mutex_unlock(&a->mutex);
}

static void give(struct account *a) {
  pthread_mutex_lock(&a->mutex);
  a->is_taken = 0; // no race
  pthread_cond_signal(&a->free);
  pthread_mutex_unlock(&a->mutex);
}

void *worker(void *arg) {
  struct account *mine = accounts[rand() % 4], *other = accounts[rand() % 4];
  take(mine);
  mine->balance++; // no race
  other->total++;  // race
  give(mine);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 4; i++) {
    accounts[i] = calloc(1, sizeof(struct account));
    pthread_mutex_init(&accounts[i]->mutex, NULL);
    pthread_cond_init(&accounts[i]->free, NULL);
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
