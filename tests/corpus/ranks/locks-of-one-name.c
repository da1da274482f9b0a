// Two locks of one name, one in each of two objects, guard nothing in common.
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int* shared;
};
int value;

void* work(void* arg) {
  struct box* box = arg;
  pthread_mutex_lock(&box->lock);
  (*box->shared)++; // race
  pthread_mutex_unlock(&box->lock);
  return 0;
}

static struct box* make(void) {
  struct box* box = calloc(1, sizeof *box);
  pthread_mutex_init(&box->lock, NULL);
  box->shared = &value;
  return box;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, make());
  pthread_create(&b, NULL, work, make());
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
