// Two structs exchange what they lead to, byte by byte, or by computing with the addresses as numbers: no store is of an
// address that is known. Who has read the address before holds the lock of the wrong one.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct part {
  int count;
};
struct other {
  int count;
};
struct queue {
  pthread_mutex_t lock;
  struct part *part;
  struct other *other;
};

static struct queue *queues[2];

static struct queue *make(void) {
  struct queue *q = malloc(sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  q->part = calloc(1, sizeof *q->part);
  q->other = calloc(1, sizeof *q->other);
  return q;
}

static void exchange_bytes(char *a, char *b, size_t n) {
  while (n--) {
    char byte = *a;
    *a++ = *b;   // race
    *b++ = byte; // race
  }
}

static void exchange_numbers(uintptr_t *a, uintptr_t *b) {
  *a ^= *b; // race
  *b ^= *a; // race
  *a ^= *b; // race
}

void *worker(void *arg) {
  struct queue *q = arg;
  struct part *part = q->part;    // race
  struct other *other = q->other; // race
  pthread_mutex_lock(&q->lock);
  part->count++;  // race
  other->count++; // race
  pthread_mutex_unlock(&q->lock);
  return NULL;
}

void *exchanger(void *arg) {
  pthread_mutex_lock(&queues[0]->lock);
  pthread_mutex_lock(&queues[1]->lock);
  exchange_bytes((char *)&queues[0]->part, (char *)&queues[1]->part, sizeof(struct part *));
  exchange_numbers((uintptr_t *)&queues[0]->other, (uintptr_t *)&queues[1]->other);
  pthread_mutex_unlock(&queues[1]->lock);
  pthread_mutex_unlock(&queues[0]->lock);
  return arg;
}

int main(void) {
  pthread_t workers[2], other;
  for (int i = 0; i < 2; i++) queues[i] = make();
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, worker, queues[i]);
  pthread_create(&other, NULL, exchanger, NULL);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  pthread_join(other, NULL);
  return 0;
}
