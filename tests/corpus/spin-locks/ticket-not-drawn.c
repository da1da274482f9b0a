// The number is read, not drawn: two threads may have the same.
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next, serving;
};
struct ticket_lock one;
int count, after;

static void take(struct ticket_lock *l) {
  unsigned mine = atomic_load(&l->next);
  while (atomic_load_explicit(&l->serving, memory_order_acquire) != mine)
    ;
}

static void give(struct ticket_lock *l) { atomic_fetch_add_explicit(&l->serving, 1, memory_order_release); }

void *worker(void *arg) {
  take(&one);
  count++; // race
  give(&one);
  after++; // race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return count;
}
