// The lock and the memory of an array's element, both found through a member of another object; and without the lock.
#include <pthread.h>
#include <stdlib.h>

struct thread {
  pthread_mutex_t mutex;
  long locked;
  long plain;
};
struct connection {
  struct thread *thread;
};

static struct thread threads[4];

static void serve(struct connection *c) {
  pthread_mutex_lock(&c->thread->mutex);
  c->thread->locked++; // imprecise: the lock is two pointers away, and not known to be that of the element
  pthread_mutex_unlock(&c->thread->mutex);
  c->thread->plain++; // race
}

static void *worker(void *argument) {
  struct connection *c = calloc(1, sizeof *c);
  c->thread = argument;
  serve(c);
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&threads[i].mutex);
    threads[i].locked = 0; // imprecise: as above
    threads[i].plain = 0;  // race
    pthread_mutex_unlock(&threads[i].mutex);
  }
  free(c);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_mutex_init(&threads[i].mutex, NULL);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, &threads[i]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
