// Arrays that only look as if they lay beside the lock that is held: the array of the structs themselves, and one that
// a pointer leads to, which two structs may share.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  pthread_mutex_t lock;
  int count;
  int marks[4];
};
struct view {
  pthread_mutex_t lock;
  int *shared;
};

static struct slot slots[8];
static struct view *views[2];

// Locks the first of two neighbours and uses both.
static void add(struct slot *s, int n) {
  pthread_mutex_lock(&s->lock);
  s[n].count++;    // race
  s[n].marks[1]++; // race
  pthread_mutex_unlock(&s->lock);
}

static void mark(struct view *v, int n) {
  pthread_mutex_lock(&v->lock);
  v->shared[n]++; // race
  pthread_mutex_unlock(&v->lock);
}

static void *work(void *argument) {
  long k = (long)argument;
  add(&slots[k], 0);
  add(&slots[k], 1);
  mark(views[k % 2], (int)k);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  int *shared = calloc(8, sizeof *shared);
  for (int i = 0; i < 8; i++) pthread_mutex_init(&slots[i].lock, NULL);
  for (int i = 0; i < 2; i++) {
    views[i] = malloc(sizeof *views[i]);
    pthread_mutex_init(&views[i]->lock, NULL);
    views[i]->shared = shared;
  }
  for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, (void *)(i / 2));
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
