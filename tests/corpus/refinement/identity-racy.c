// refinement
// As identity.c, with a call for the shared counter that forgets the lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
  const char *name;
  int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counter mine = {"mine", 0}, total = {"total", 0};

static struct counter *checked(struct counter *c) {
  if (!c) abort();
  if (!c->name) {
    fprintf(stderr, "a counter without a name\n");
    return NULL;
  }
  return c;
}

static void *work(void *argument) {
  (void)argument;
  for (int i = 0; i < 100; i++) {
    struct counter *own = checked(i ? &mine : checked(&total));
    own->n++; // race
    pthread_mutex_lock(&lock);
    checked(&total)->n++; // no race
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  checked(&total)->n++; // race
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  return mine.n + total.n; // no race
}
