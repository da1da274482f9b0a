// A task that is given back is still on the work list, so that it is on both.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int value;
  struct task *next;
};
static struct task *idle, *work;
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER, work_lock = PTHREAD_MUTEX_INITIALIZER;

static struct task *get(void) {
  pthread_mutex_lock(&idle_lock);
  struct task *t = idle; // no race
  if (t)
    idle = t->next; // no race
  pthread_mutex_unlock(&idle_lock);
  return t ? t : malloc(sizeof *t);
}

static void give_back(struct task *t) {
  pthread_mutex_lock(&idle_lock);
  t->next = idle; // race
  idle = t;       // no race
  pthread_mutex_unlock(&idle_lock);
}

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct task *t = get();
    t->value = i; // race
    pthread_mutex_lock(&work_lock);
    t->next = work; // race
    work = t;       // no race
    pthread_mutex_unlock(&work_lock);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (;;) {
    pthread_mutex_lock(&work_lock);
    struct task *t = work; // no race
    pthread_mutex_unlock(&work_lock);
    if (!t)
      return arg;
    t->value++; // race
    give_back(t);
  }
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
