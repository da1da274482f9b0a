// A lock behind a pointer in a struct that is a parameter, for two structs; and memory of one under the lock of the other.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t *have;
  int made;
  int lent;
};

static struct pool in, out;

static void new_pool(struct pool *p) {
  p->have = malloc(sizeof *p->have);
  pthread_mutex_init(p->have, NULL);
  p->made = 0; // no race
}

static void get_space(struct pool *p) {
  pthread_mutex_lock(p->have);
  p->made++; // imprecise: which lock it is, is told from the struct type alone when a thread calls it for two of them
  pthread_mutex_unlock(p->have);
}

static void *worker(void *argument) {
  get_space(&in);
  get_space(&out);
  pthread_mutex_lock(out.have);
  in.lent++; // race
  pthread_mutex_unlock(out.have);
  return argument;
}

int main(void) {
  pthread_t a, b;
  new_pool(&in);
  new_pool(&out);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  get_space(&in);
  pthread_mutex_lock(in.have);
  in.lent++; // race
  pthread_mutex_unlock(in.have);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
