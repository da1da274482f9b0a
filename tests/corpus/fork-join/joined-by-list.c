// Threads whose handles are in a list, from which each is taken out and joined until it is empty; and only the first.
#include <pthread.h>
#include <stdlib.h>

struct thread {
  pthread_t id;
  struct thread *next;
};

static struct thread *threads;
static int all, first;

static void *count_all(void *argument) {
  all = 1; // imprecise: that an empty list means no thread left is not seen
  return argument;
}

static void *count_first(void *argument) {
  first = 1; // race
  return argument;
}

static void launch(void *(*function)(void *)) {
  struct thread *t = malloc(sizeof *t);
  pthread_create(&t->id, NULL, function, NULL);
  t->next = threads;
  threads = t;
}

static void join_one(void) {
  struct thread *t = threads;
  threads = t->next;
  pthread_join(t->id, NULL);
  free(t);
}

int main(void) {
  launch(count_all);
  while (threads != NULL) join_one();
  all = 2; // imprecise: as above
  launch(count_first);
  launch(count_first);
  join_one();
  first = 2; // race
  join_one();
  return 0;
}
