// A table that has pointers to its locks and to its counts.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct table {
  pthread_mutex_t *locks;
  int *counts;
};
struct table *table;

static void add(struct table *t, unsigned i) {
  pthread_mutex_lock(&t->locks[i]);
  t->counts[i]++; // no race
  pthread_mutex_unlock(&t->locks[i]);
}

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    add(table, key % 16);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  table = calloc(1, sizeof *table);
  table->locks = calloc(16, sizeof *table->locks);
  table->counts = calloc(16, sizeof *table->counts);
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&table->locks[i], NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
