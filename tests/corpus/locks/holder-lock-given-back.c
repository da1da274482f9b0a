// What is called under the lock beside what leads to the memory gives the lock back, surely or perhaps, by another
// pointer to the struct. (All threads have the same box: each gives back only what it holds.)
#include <pthread.h>
#include <stdlib.h>

struct data {
  int before, between, after, behind, perhaps, sometimes;
};
struct box {
  pthread_mutex_t lock;
  struct data *data;
};

static struct box *boxes[4];
static int which;

static void take(struct box *b) { pthread_mutex_lock(&b->lock); }
static void give(struct box *b) { pthread_mutex_unlock(&b->lock); }

static void with_gap(struct data *d, struct box *b) {
  d->before++; // no race
  give(b);
  d->between++; // race
  take(b);
  d->after++; // imprecise: the callee does not know that it is the same lock again
}

static void gives(struct data *d) {
  give(boxes[which]);
  d->behind++; // race
}

static void may_give(struct data *d, int gives) {
  if (gives) give(boxes[which]);
  d->perhaps++; // race
}

static void use(struct box *b, int choice) {
  take(b);
  with_gap(b->data, b);
  gives(b->data);
  take(b);
  may_give(b->data, choice);
  if (!choice) give(b);
  if (choice) take(b);
  b->data->sometimes++; // race
  if (choice) give(b);
}

void *worker(void *arg) {
  use(arg, rand());
  return NULL;
}

int main(void) {
  pthread_t workers[4];
  for (int i = 0; i < 4; i++) {
    boxes[i] = malloc(sizeof *boxes[i]);
    pthread_mutex_init(&boxes[i]->lock, NULL);
    boxes[i]->data = calloc(1, sizeof(struct data));
  }
  which = rand() % 4;
  for (int i = 0; i < 4; i++) pthread_create(&workers[i], NULL, worker, boxes[which]);
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  return 0;
}
