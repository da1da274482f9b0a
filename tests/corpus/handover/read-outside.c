// The head is read before the lock is taken: two may have read the same.
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
  t->next = head; // race
  head = t;       // race
  pthread_mutex_unlock(&lock);
}

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct task *t = malloc(sizeof *t);
    t->value = i; // race
    put(t);
  }
  return arg;
}

static struct task *take(void) {
  struct task *t = head; // race
  if (!t)
    return NULL;
  pthread_mutex_lock(&lock);
  head = t->next; // race
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
