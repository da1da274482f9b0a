// A struct that ends with an array of one element, and is allocated with room for more: `items[1]`, as it was written
// before `items[]`.
#include <pthread.h>
#include <stdlib.h>

struct item {
  int value;
  struct item *link;
};
struct list {
  int count;
  struct item items[1];
};

static struct list *make(int n) {
  struct list *l = malloc(sizeof *l + (n - 1) * sizeof(struct item));
  l->count = n; // no race
  return l;
}

static struct list *list;
static struct item item;

static void *work(void *unused) {
  list->items[3].value++;       // race
  list->items[2].link->value++; // race
  return unused;
}

int main(void) {
  list = make(8);
  list->items[2].link = &item;
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  list->items[3].value++; // race
  item.value++;           // race
  int n = list->count;    // no race
  pthread_join(t, 0);
  return n;
}
