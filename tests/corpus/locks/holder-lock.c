// The lock of a struct guards the memory that the struct leads to: each piece is made for one struct and stored nowhere
// else. Also in what is called with it, and when it grows in place.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int first, last;
  char data[64];
};

struct queue {
  pthread_mutex_t lock;
  struct buffer *buffer;
  int *numbers;
  int count, room;
  struct queue *next;
};

static struct queue *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

static struct buffer *new_buffer(void) {
  struct buffer *b = malloc(sizeof *b);
  b->first = b->last = 0; // no race
  return b;
}

static struct queue *make(void) {
  struct queue *q = calloc(1, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  q->buffer = new_buffer();
  int *numbers = malloc(4 * sizeof *numbers);
  numbers[0] = 0; // no race
  q->numbers = numbers;
  q->room = 4;
  pthread_mutex_lock(&all_lock);
  q->next = all;
  all = q;
  pthread_mutex_unlock(&all_lock);
  return q;
}

static void push(struct buffer *b, char c) {
  b->data[b->last] = c;       // no race
  b->last = (b->last + 1) % 64; // no race
}

static char pop(struct buffer *b) {
  char c = b->data[b->first];     // no race
  b->first = (b->first + 1) % 64; // no race
  return c;
}

static void add(struct queue *q, int number) {
  pthread_mutex_lock(&q->lock);
  if (q->count == q->room) {
    q->room *= 2;
    q->numbers = realloc(q->numbers, (size_t)q->room * sizeof *q->numbers); // no race
  }
  q->numbers[q->count++] = number; // no race
  push(q->buffer, 'x');
  pthread_mutex_unlock(&q->lock);
}

static int look(struct queue *q) {
  struct buffer *b = q->buffer; // which one it is never changes
  pthread_mutex_lock(&q->lock);
  int sum = pop(b) + q->numbers[0]; // no race
  pthread_mutex_unlock(&q->lock);
  return sum;
}

void *worker(void *arg) {
  struct queue *q = make();
  for (int i = 0; i < 10; i++) add(q, i);
  return arg;
}

void *collector(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&all_lock);
  for (struct queue *q = all; q; q = q->next) sum += look(q);
  pthread_mutex_unlock(&all_lock);
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t workers[4], other;
  pthread_create(&other, NULL, collector, NULL);
  for (int i = 0; i < 4; i++) pthread_create(&workers[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++) pthread_join(workers[i], NULL);
  pthread_join(other, NULL);
  return 0;
}
