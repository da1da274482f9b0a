// refinement
// A hash table from names to anything, one for each thread. The values come from one function.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  const char *key;
  void *value;
};

struct table {
  struct entry *buckets[16];
  unsigned count;
};

struct account {
  long balance;
};

static unsigned hash(const char *key) {
  unsigned h = 5381;
  while (*key) h = 33 * h + (unsigned char)*key++;
  return h % 16;
}

static void put(struct table *t, const char *key, void *value) {
  unsigned h = hash(key);
  for (struct entry *e = t->buckets[h]; e; e = e->next)
    if (strcmp(e->key, key) == 0) {
      e->value = value;
      return;
    }
  struct entry *e = malloc(sizeof *e);
  e->key = key;
  e->value = value;
  e->next = t->buckets[h];
  t->buckets[h] = e;
  t->count++;
}

static void *get(struct table *t, const char *key) {
  for (struct entry *e = t->buckets[hash(key)]; e; e = e->next)
    if (strcmp(e->key, key) == 0) return e->value;
  return NULL;
}

static void open_account(struct table *t, const char *name) {
  struct account *a = calloc(1, sizeof *a);
  put(t, name, a);
}

static void *deposit(void *argument) {
  struct table *t = argument;
  struct account *a = get(t, "savings");
  if (a) a->balance += 10; // no race; unrefined: false alarm
  return NULL;
}

int main(void) {
  struct table *north = calloc(1, sizeof *north), *south = calloc(1, sizeof *south);
  open_account(north, "savings");
  open_account(south, "savings");
  pthread_t one, two;
  pthread_create(&one, NULL, deposit, north);
  pthread_create(&two, NULL, deposit, south);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  struct account *a = get(north, "savings");
  return (int)a->balance; // no race
}
