// Two structs exchange what they lead to: who has read the address before holds the lock of the wrong one.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int *numbers;
};

static struct queue *first, *second;

static struct queue *make(void) {
  struct queue *q = malloc(sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  q->numbers = calloc(4, sizeof *q->numbers);
  return q;
}

static void add(struct queue *q) {
  int *numbers = q->numbers; // race
  pthread_mutex_lock(&q->lock);
  numbers[0]++; // race
  pthread_mutex_unlock(&q->lock);
}

static void exchange(struct queue *a, struct queue *b) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&b->lock);
  int *numbers = a->numbers;
  a->numbers = b->numbers; // race
  b->numbers = numbers;    // race
  pthread_mutex_unlock(&b->lock);
  pthread_mutex_unlock(&a->lock);
}

void *worker(void *arg) {
  add(arg);
  return NULL;
}

void *swapper(void *arg) {
  exchange(first, second);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  first = make();
  second = make();
  pthread_create(&a, NULL, worker, first);
  pthread_create(&b, NULL, worker, second);
  pthread_create(&c, NULL, swapper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
