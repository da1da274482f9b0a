// An object is stored in another one, which a function makes visible.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int value;
};
struct whole {
  struct part *part;
};
struct whole *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void show(struct whole *w) {
  pthread_mutex_lock(&lock);
  current = w; // no race
  pthread_mutex_unlock(&lock);
}

void *producer(void *arg) {
  struct part *p = calloc(1, sizeof *p);
  struct whole *w = calloc(1, sizeof *w);
  w->part = p; // no race
  show(w);
  p->value = 1; // race
  return arg;
}

void *consumer(void *arg) {
  int seen = 0;
  pthread_mutex_lock(&lock);
  if (current) seen = current->part->value; // race
  pthread_mutex_unlock(&lock);
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
