// policies
// As deep-calls.c, with an allocator that also counts nodes in a global variable, under a lock: that is where the
// threads meet, and nowhere else.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

struct work {
  struct node *head;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int nodes;

static void count_node(void) {
  pthread_mutex_lock(&lock);
  nodes++; // no race
  pthread_mutex_unlock(&lock);
}

static struct node *node_make(int key) {
  struct node *n = malloc(sizeof *n);
  count_node();
  n->key = key; // no race
  return n;
}

static void insert(struct work *w, int key) {
  struct node *n = node_make(key);
  n->next = w->head; // no race; none, object:1: false alarm
  w->head = n;       // no race; none, object:1: false alarm
}
static void fill(struct work *w) {
  for (int i = 0; i < 4; i++) insert(w, i);
}
static void start(struct work *w) { fill(w); }

static void *run(void *argument) {
  start(argument);
  return NULL;
}

int main(void) {
  struct work odd = {NULL}, even = {NULL};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &odd);
  pthread_create(&two, NULL, run, &even);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return nodes + odd.head->key + even.head->key; // no race
}
