// An address is found without order, and handed on in order: that does not help.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int size;
};

struct entry *newest, *shown;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct entry *e = malloc(sizeof *e);
  e->size = 4; // race
  newest = e;  // race
  return arg;
}

void *between(void *arg) {
  struct entry *e = newest; // race
  pthread_mutex_lock(&lock);
  shown = e; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  struct entry *e = shown; // no race
  pthread_mutex_unlock(&lock);
  return e && e->size ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, between, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
