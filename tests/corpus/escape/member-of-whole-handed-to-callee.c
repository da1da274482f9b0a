// A function that is given a new object lets out what lies in it.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int size;
};
struct whole {
  struct part *part;
};

struct part *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void show(struct whole *w) {
  pthread_mutex_lock(&lock);
  current = w->part;
  pthread_mutex_unlock(&lock);
}

void *producer(void *arg) {
  struct whole *w = malloc(sizeof *w);
  w->part = malloc(sizeof *w->part);
  show(w);
  w->part->size = 1; // race
  free(w);
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  struct part *p = current;
  pthread_mutex_unlock(&lock);
  return p && p->size ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
