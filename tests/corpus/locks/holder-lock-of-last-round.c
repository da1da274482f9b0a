// A pointer of the last round of a loop is used under the lock of this round's struct.
#include <pthread.h>
#include <stdlib.h>

struct data {
  int last, current;
};
struct box {
  pthread_mutex_t lock;
  struct data *data;
  struct box *next;
};

static struct box *boxes;

void *worker(void *arg) {
  struct data *d = NULL;
  for (struct box *b = boxes; b; b = b->next) {
    pthread_mutex_lock(&b->lock);
    if (d) d->last++; // race
    d = b->data;
    d->current++; // no race
    pthread_mutex_unlock(&b->lock);
  }
  return arg;
}

void *reader(void *arg) {
  int sum = 0;
  for (struct box *b = boxes; b; b = b->next) {
    pthread_mutex_lock(&b->lock);
    sum += b->data->last; // race
    pthread_mutex_unlock(&b->lock);
  }
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 4; i++) {
    struct box *box = malloc(sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    box->data = calloc(1, sizeof *box->data);
    box->next = boxes;
    boxes = box;
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
