// Memory is made larger, and goes to another struct by that: or to two, round a loop.
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int *numbers;
  long *sums;
};

static struct box *boxes[4];

static void move(struct box *from, struct box *to) {
  to->numbers = realloc(from->numbers, 100 * sizeof *from->numbers);
  struct box *target = from;
  for (int i = 0; i < 2; i++) {
    target->sums = realloc(from->sums, 100 * sizeof *from->sums);
    target = to;
  }
}

void *worker(void *arg) {
  struct box *b = arg;
  pthread_mutex_lock(&b->lock);
  b->numbers[0]++; // race
  b->sums[0]++;    // race
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

int main(void) {
  pthread_t workers[4];
  for (int i = 0; i < 4; i++) {
    boxes[i] = malloc(sizeof *boxes[i]);
    pthread_mutex_init(&boxes[i]->lock, NULL);
    boxes[i]->numbers = malloc(sizeof *boxes[i]->numbers);
    boxes[i]->sums = malloc(sizeof *boxes[i]->sums);
  }
  for (int i = 0; i < 3; i++) move(boxes[i], boxes[i + 1]);
  for (int i = 0; i < 4; i++) pthread_create(&workers[i], NULL, worker, boxes[i]);
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}
