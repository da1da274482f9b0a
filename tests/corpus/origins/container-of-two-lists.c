// policies
// An element is in two lists by two links. One thread walks one list, one the other; they touch different members.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
  struct link *next;
};
struct task {
  struct link by_name;
  int seen, run;
  struct link by_time;
};

static struct link names, times;

static void *namer(void *argument) {
  for (struct link *l = names.next; l; l = l->next)
    container_of(l, struct task, by_name)->seen++; // no race
  return argument;
}

static void *timer(void *argument) {
  for (struct link *l = times.next; l; l = l->next)
    container_of(l, struct task, by_time)->run++; // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  struct task *t = calloc(1, sizeof *t);
  names.next = &t->by_name;
  times.next = &t->by_time;
  pthread_create(&one, 0, namer, 0);
  pthread_create(&two, 0, timer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return t->seen + t->run; // no race
}
