// Functions that lock the object that they are given.
#include <pthread.h>
#include <stdlib.h>

struct counter {
  pthread_mutex_t lock;
  int value, late;
};
static struct counter *counters[4];

static void counter_lock(struct counter *c) { pthread_mutex_lock(&c->lock); }
static void counter_unlock(struct counter *c) { pthread_mutex_unlock(&c->lock); }

void *worker(void *arg) {
  for (int i = 0; i < 4; i++) {
    struct counter *c = counters[i];
    counter_lock(c);
    c->value++; // no race
    counter_unlock(c);
    c->late++; // race
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 4; i++) {
    counters[i] = calloc(1, sizeof(struct counter));
    pthread_mutex_init(&counters[i]->lock, NULL);
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
