// refinement
// As getter.c, with one list for both threads.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int n;
};

struct list {
  struct item *head;
};

static void add(struct list *l, int n) {
  struct item *i = malloc(sizeof *i);
  i->n = n; // no race
  i->next = l->head;
  l->head = i;
}

static struct item *first(struct list *l) { return l->head; }

static void *count(void *argument) {
  struct list *l = argument;
  for (struct item *i = first(l); i; i = i->next) i->n++; // race
  return NULL;
}

int main(void) {
  struct list odd = {NULL}, even = {NULL};
  for (int i = 0; i < 10; i++)
    if (i % 2)
      add(&odd, i);
    else
      add(&even, i);
  pthread_t one, two;
  pthread_create(&one, NULL, count, &odd);
  pthread_create(&two, NULL, count, &odd);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return first(&odd)->n + first(&even)->n; // no race
}
