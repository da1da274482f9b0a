// A list is kept in order, but what hangs off one of its elements was found without order.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int size;
  struct entry *next;
};

struct entry *all, *newest;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct entry *e = malloc(sizeof *e);
  e->size = 4;    // race
  e->next = NULL; // race
  newest = e;     // race
  return arg;
}

void *linker(void *arg) {
  struct entry *head = malloc(sizeof *head);
  head->size = 1;      // no race
  head->next = newest; // race
  pthread_mutex_lock(&lock);
  all = head; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *walker(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  struct entry *e = all; // no race
  pthread_mutex_unlock(&lock);
  while (e) {
    sum += e->size; // race
    e = e->next;    // race
  }
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, linker, NULL);
  pthread_create(&c, NULL, walker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
