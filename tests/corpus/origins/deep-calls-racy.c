// policies
// As deep-calls.c, but nodes that were used come from a free list that all threads share, without a lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

struct work {
  struct node *head;
  int first;
};

static struct node *unused;

static struct node *node_make(int key) {
  struct node *n = unused; // race
  if (n)
    unused = n->next; // race
  else
    n = malloc(sizeof *n);
  n->key = key; // race
  return n;
}

static void node_drop(struct node *n) {
  n->next = unused; // race
  unused = n;       // race
}

static void insert(struct work *w, int key) {
  struct node *n = node_make(key);
  n->next = w->head; // race
  w->head = n;       // no race; none, object:1: false alarm
}

static void insert_pair(struct work *w, int key) {
  insert(w, key);
  insert(w, key + 1);
}

static void fill_half(struct work *w, int key) {
  for (int i = 0; i < 4; i++) insert_pair(w, key + 2 * i);
}

static void fill(struct work *w) {
  fill_half(w, w->first); // no race
  fill_half(w, w->first); // no race
}

static int drain(struct work *w) {
  int total = 0;
  while (w->head) { // no race; none, object:1: false alarm
    struct node *n = w->head; // no race; none, object:1: false alarm
    w->head = n->next;        // race
    total += n->key;          // race
    node_drop(n);
  }
  return total;
}

static void *run(void *argument) {
  fill(argument);
  drain(argument);
  return NULL;
}

int main(void) {
  struct work odd = {NULL, 1}, even = {NULL, 2};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &odd);
  pthread_create(&two, NULL, run, &even);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return drain(&odd) + drain(&even);
}
