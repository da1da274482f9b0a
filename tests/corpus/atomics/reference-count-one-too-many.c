// The count says two, and three let go: the second of them frees what the third still uses.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int owners;
  int part;
};

void *owner(void *arg) {
  struct shared *s = arg;
  int mine = s->part; // race
  if (atomic_fetch_sub(&s->owners, 1) == 1) // race
    free(s); // race
  return mine ? arg : 0;
}

int main(void) {
  pthread_t threads[3];
  struct shared *s = calloc(1, sizeof *s);
  atomic_init(&s->owners, 2);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, owner, s);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
