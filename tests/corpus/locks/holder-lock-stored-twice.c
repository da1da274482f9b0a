// Memory that is made for a struct, and then stored in a second one by the same line of a loop.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  int *numbers;
};

static struct queue queues[2];

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
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&queues[i].lock, NULL);
    queues[i].numbers = numbers;
  }
  pthread_create(&a, NULL, worker, &queues[0]);
  pthread_create(&b, NULL, worker, &queues[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
