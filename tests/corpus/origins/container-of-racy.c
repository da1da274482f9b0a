// policies
// As container-of.c, but both threads walk the same list.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
  struct link *next;
};
struct packet {
  int length;
  int number;
  struct link link;
};

static struct link packets;

static void *network(void *argument) {
  for (struct link *l = packets.next; l; l = l->next)
    container_of(l, struct packet, link)->length++; // race
  return argument;
}

static void *printer(void *argument) {
  int sum = 0;
  for (struct link *l = packets.next; l; l = l->next) {
    struct packet *p = container_of(l, struct packet, link);
    sum += p->length; // race
    sum += p->number; // no race
  }
  return sum ? argument : 0;
}

int main(void) {
  pthread_t one, two;
  struct packet *p = calloc(1, sizeof *p);
  p->number = 1; // no race
  packets.next = &p->link;
  pthread_create(&one, 0, network, 0);
  pthread_create(&two, 0, printer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return p->length; // no race
}
