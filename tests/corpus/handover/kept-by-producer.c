// The producer keeps the address of the last task and uses it later.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int value;
  struct task *next;
};
static struct task *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct task *t) {
  pthread_mutex_lock(&lock);
  t->next = head; // no race
  head = t;       // no race
  pthread_mutex_unlock(&lock);
}

static void *producer(void *arg) {
  struct task *last = NULL;
  for (int i = 0; i < 10; i++) {
    struct task *t = malloc(sizeof *t);
    t->value = i; // no race
    put(t);
    last = t;
  }
  if (last)
    last->value = 0; // race
  return arg;
}

static struct task *take(void) {
  pthread_mutex_lock(&lock);
  struct task *t = head; // no race
  if (t)
    head = t->next; // no race
  pthread_mutex_unlock(&lock);
  return t;
}

static void *consumer(void *arg) {
  struct task *t;
  while ((t = take())) {
    t->value++; // race
    free(t);    // race
  }
  return arg;
}

int main(void) {
  pthread_t p, c, d;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&d, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
