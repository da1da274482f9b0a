// policies
// A list and a hash table of void*, one code, used by two threads for two kinds of payload. The containers are globals;
// each thread uses one of each.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  void *value;
};
struct list {
  struct node *head;
};
struct entry {
  struct entry *next;
  unsigned key;
  void *value;
};
struct hash {
  struct entry *buckets[16];
};

static void list_add(struct list *l, void *value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;  // no race
  n->next = l->head; // no race
  l->head = n;       // no race
}

static void hash_set(struct hash *h, unsigned key, void *value) {
  struct entry *e = malloc(sizeof *e);
  e->key = key;                    // no race
  e->value = value;                // no race
  e->next = h->buckets[key % 16];  // no race
  h->buckets[key % 16] = e;        // no race
}

static void *hash_get(struct hash *h, unsigned key) {
  for (struct entry *e = h->buckets[key % 16]; e; e = e->next) // no race
    if (e->key == key) return e->value;                        // no race
  return NULL;
}

struct user {
  int logins;
};
struct route {
  int hops;
};

static struct list users, routes;
static struct hash user_index, route_index;

static void *accounts(void *argument) {
  struct user *u = calloc(1, sizeof *u);
  list_add(&users, u);
  hash_set(&user_index, 1, u);
  for (struct node *n = users.head; n; n = n->next) // no race
    ((struct user *)n->value)->logins++;            // no race
  struct user *found = hash_get(&user_index, 1);
  found->logins++; // no race
  return argument;
}

static void *router(void *argument) {
  struct route *r = calloc(1, sizeof *r);
  list_add(&routes, r);
  hash_set(&route_index, 2, r);
  for (struct node *n = routes.head; n; n = n->next) // no race
    ((struct route *)n->value)->hops++;              // no race
  struct route *found = hash_get(&route_index, 2);
  found->hops++; // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, accounts, 0);
  pthread_create(&two, 0, router, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return users.head != routes.head; // no race
}
