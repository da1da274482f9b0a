// policies
// Two lists of void* for two threads, both of counters: types do not tell the payloads apart. In the second pair of
// lists one counter is in both.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  void *value;
};
struct list {
  struct node *head;
};
struct counter {
  int n;
};
struct gauge {
  int level;
};

static void list_add(struct list *l, void *value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;  // no race
  n->next = l->head; // no race
  l->head = n;       // no race
}

static void count_all(struct list *l) {
  for (struct node *n = l->head; n; n = n->next) // no race
    ((struct counter *)n->value)->n++;           // no race; none, callsite:1, object:1: false alarm
}

static void raise_all(struct list *l) {
  for (struct node *n = l->head; n; n = n->next) // no race
    ((struct gauge *)n->value)->level++;         // race
}

struct lists {
  struct list counters, gauges;
};

static void *run(void *argument) {
  struct lists *l = argument;
  count_all(&l->counters);
  raise_all(&l->gauges);
  return 0;
}

int main(void) {
  pthread_t one, two;
  struct lists left = {{NULL}, {NULL}}, right = {{NULL}, {NULL}};
  struct counter *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  struct gauge *both = calloc(1, sizeof *both);
  list_add(&left.counters, a);
  list_add(&right.counters, b);
  list_add(&left.gauges, both);
  list_add(&right.gauges, both);
  pthread_create(&one, 0, run, &left);
  pthread_create(&two, 0, run, &right);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return a->n + b->n + both->level; // no race
}
