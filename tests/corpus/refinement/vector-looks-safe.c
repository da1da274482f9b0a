// refinement
// As vector.c, but the second array begins as a copy of the first: another array, the same jobs.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct vector {
  void **items;
  size_t count, room;
};

struct job {
  int input, result;
};

static void push(struct vector *v, void *item) {
  if (v->count == v->room) {
    size_t room = v->room ? 2 * v->room : 4;
    void **items = realloc(v->items, room * sizeof *items);
    if (!items) abort();
    v->items = items;
    v->room = room;
  }
  v->items[v->count] = item;
  v->count++;
}

static void *at(struct vector *v, size_t index) {
  if (index >= v->count) return NULL;
  return v->items[index];
}

static void fill(struct vector *v, int count) {
  for (int i = 0; i < count; i++) {
    struct job *j = malloc(sizeof *j);
    memset(j, 0, sizeof *j);
    j->input = i;
    push(v, j);
  }
}

static void *work(void *argument) {
  struct vector *v = argument;
  for (size_t i = 0; i < v->count; i++) {
    struct job *j = at(v, i);
    j->result = 2 * j->input; // race
  }
  return NULL;
}

int main(void) {
  struct vector a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
  fill(&a, 10);
  b.items = malloc(a.room * sizeof *b.items);
  memcpy(b.items, a.items, a.count * sizeof *b.items);
  b.count = a.count;
  b.room = a.room;
  fill(&b, 20);
  pthread_t one, two;
  pthread_create(&one, NULL, work, &a);
  pthread_create(&two, NULL, work, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return ((struct job *)at(&a, 0))->result + ((struct job *)at(&b, 0))->result; // no race
}
