// Looks like memory of each struct's own, but two structs lead to one piece of it: each locks its own lock.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int *numbers;
};

static struct queue *make(int *numbers) {
  struct queue *q = malloc(sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  q->numbers = numbers;
  return q;
}

static void add(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->numbers[0]++; // race
  pthread_mutex_unlock(&q->lock);
}

void *worker(void *arg) {
  add(arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int *numbers = calloc(4, sizeof *numbers);
  pthread_create(&a, NULL, worker, make(numbers));
  pthread_create(&b, NULL, worker, make(numbers));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
