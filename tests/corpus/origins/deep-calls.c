// policies
// Every thread builds a list of its own, deep inside functions that all of them call. The heads hang on structs that
// main made and reads afterwards.
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

static struct node *node_make(int key) {
  struct node *n = malloc(sizeof *n);
  n->key = key; // no race; none, callsite:1, callsite:2, object:1: false alarm
  return n;
}

static void insert(struct work *w, int key) {
  struct node *n = node_make(key);
  n->next = w->head; // no race; none, callsite:1, callsite:2, object:1: false alarm
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

static int sum(const struct work *w) {
  int total = 0;
  for (struct node *n = w->head; n; n = n->next) // no race; none, callsite:1, callsite:2, object:1: false alarm
    total += n->key++;                           // no race; none, callsite:1, callsite:2, object:1: false alarm
  return total;
}

static void *run(void *argument) {
  fill(argument);
  sum(argument);
  return NULL;
}

int main(void) {
  struct work odd = {NULL, 1}, even = {NULL, 2};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &odd);
  pthread_create(&two, NULL, run, &even);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return sum(&odd) + sum(&even);
}
