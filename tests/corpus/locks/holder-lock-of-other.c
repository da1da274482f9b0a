// The lock that is held is that of another struct than the one that leads to the memory; or there is none.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int *numbers, *counts;
};

static struct queue *make(void) {
  struct queue *q = malloc(sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  q->numbers = calloc(4, sizeof *q->numbers);
  q->counts = calloc(4, sizeof *q->counts);
  return q;
}

static struct queue *pair[2];

static void push(int *numbers) {
  numbers[0]++; // race
}

static void move(struct queue *from, struct queue *to) {
  pthread_mutex_lock(&from->lock);
  push(from->numbers);
  push(to->numbers);
  pthread_mutex_unlock(&from->lock);
}

static void count(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->counts[0]++; // race
  pthread_mutex_unlock(&q->lock);
  q->counts[1] = q->counts[0]; // race
}

void *forth(void *arg) {
  move(pair[0], pair[1]);
  count(pair[0]);
  return arg;
}

void *back(void *arg) {
  move(pair[1], pair[0]);
  count(pair[0]);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pair[0] = make();
  pair[1] = make();
  pthread_create(&a, NULL, forth, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
