// An object is kept in a list under a lock and in a variable that is used without one. Who finds it in the list comes
// after it was filled; who finds it in the variable does not.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int weight;
};
struct entry {
  int size, other;
  struct part *part;
  struct entry *next;
};

struct entry *all, *newest;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(struct entry *e) {
  pthread_mutex_lock(&lock);
  e->next = all; // no race
  all = e;       // no race
  pthread_mutex_unlock(&lock);
}

void *producer(void *arg) {
  struct entry *e = malloc(sizeof *e);
  e->size = 4;  // no race
  e->other = 5; // race
  e->part = malloc(sizeof *e->part); // no race
  e->part->weight = 1;               // no race
  insert(e);
  newest = e; // race
  return arg;
}

void *walker(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct entry *e = all; e; e = e->next) sum += e->size + e->part->weight; // no race
  pthread_mutex_unlock(&lock);
  return sum ? arg : NULL;
}

void *reader(void *arg) {
  struct entry *e = newest;         // race
  return e && e->other ? arg : NULL; // race
}

int main(void) {
  pthread_t a[2], b, c;
  pthread_create(&b, NULL, walker, NULL);
  pthread_create(&c, NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&a[i], NULL, producer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(a[i], NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
