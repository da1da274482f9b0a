// policies
// Links inside the elements: container_of leads from the link back to the element. Two threads with a list each, of
// different elements.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
  struct link *next;
};
struct packet {
  int length;
  struct link link;
};
struct timer {
  long due;
  int fired;
  struct link link;
};

static void push(struct link *list, struct link *l) {
  l->next = list->next; // no race
  list->next = l;       // no race
}

static struct link packets, timers;

static void *network(void *argument) {
  struct packet *p = calloc(1, sizeof *p);
  push(&packets, &p->link);
  for (struct link *l = packets.next; l; l = l->next) // no race
    container_of(l, struct packet, link)->length++;   // no race
  return argument;
}

static void *clock_thread(void *argument) {
  struct timer *t = calloc(1, sizeof *t);
  push(&timers, &t->link);
  for (struct link *l = timers.next; l; l = l->next) { // no race
    struct timer *found = container_of(l, struct timer, link);
    found->fired++; // no race
    found->due = 0; // no race
  }
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, network, 0);
  pthread_create(&two, 0, clock_thread, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return container_of(packets.next, struct packet, link)->length; // no race
}
