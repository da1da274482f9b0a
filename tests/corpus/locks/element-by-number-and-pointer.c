// The lock in an element of an array that a pointer leads to, found by number here and by a pointer to the element
// there; and the same with the lock of another element.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  pthread_mutex_t lock;
  int count;
  int other;
  int tried;
};
struct table {
  struct slot *slots;
  int size;
};

static struct slot *all;

static void *by_number(void *argument) {
  struct table *t = argument;
  for (int i = 0; i < t->size; i++) {
    pthread_mutex_lock(&t->slots[i].lock);
    t->slots[i].count++; // no race
    pthread_mutex_unlock(&t->slots[i].lock);
    pthread_mutex_lock(&t->slots[i / 2].lock);
    t->slots[i].other++; // race
    pthread_mutex_unlock(&t->slots[i / 2].lock);
    if (pthread_mutex_trylock(&all[i].lock)) continue;
    all[i].tried++; // no race
    pthread_mutex_unlock(&all[i].lock);
  }
  return NULL;
}

static void *by_pointer(void *argument) {
  struct slot *s = argument;
  pthread_mutex_lock(&s->lock);
  s->count++; // no race
  s->other++; // race
  s->tried++; // no race
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t a, b, c, d;
  struct table t = {calloc((size_t)argc, sizeof(struct slot)), argc};
  all = calloc((size_t)argc, sizeof(struct slot));
  for (int i = 0; i < argc; i++) {
    pthread_mutex_init(&t.slots[i].lock, NULL);
    pthread_mutex_init(&all[i].lock, NULL);
  }
  pthread_create(&a, NULL, by_number, &t);
  pthread_create(&b, NULL, by_number, &t);
  pthread_create(&c, NULL, by_pointer, &t.slots[argc - 1]);
  pthread_create(&d, NULL, by_pointer, &all[argc - 1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
