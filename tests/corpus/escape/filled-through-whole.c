// What lies in a new object is filled through that object: before it is given away, and behind that.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int early, late;
};
struct whole {
  struct part *part;
};

struct whole *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct whole *w = malloc(sizeof *w);
  w->part = malloc(sizeof *w->part);
  w->part->early = 1; // no race
  pthread_mutex_lock(&lock);
  current = w;
  pthread_mutex_unlock(&lock);
  w->part->late = 2; // race
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  struct whole *w = current;
  pthread_mutex_unlock(&lock);
  if (!w) return NULL;
  return w->part->early + w->part->late ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
