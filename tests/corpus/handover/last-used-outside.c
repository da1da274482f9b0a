// The producer changes the last task of the list without the lock.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int value;
  struct task *next;
};
static struct task *head, *tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct task *t) {
  t->next = NULL; // no race
  pthread_mutex_lock(&lock);
  if (head)
    tail->next = t; // no race
  else
    head = t; // no race
  tail = t;   // no race
  pthread_mutex_unlock(&lock);
}

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct task *t = malloc(sizeof *t);
    t->value = i; // no race
    put(t);
    struct task *last = tail; // no race
    last->value = 0;          // race
  }
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
