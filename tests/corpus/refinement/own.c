// refinement
// Each thread makes a record of its own and lists it for all to see; what it counts there without a lock, nobody else
// looks at. It is the thread's own by the way it got it, although it can be reached from the list.
#include <pthread.h>
#include <stdlib.h>

struct record {
  struct record *next;
  int private_count, public_count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *records;

static struct record *record_new(void) {
  struct record *r = calloc(1, sizeof *r);
  pthread_mutex_lock(&lock);
  r->next = records;
  records = r;
  pthread_mutex_unlock(&lock);
  return r;
}

static void count(struct record *r) {
  r->private_count++; // no race
  pthread_mutex_lock(&lock);
  r->public_count++; // no race
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  (void)argument;
  struct record *r = record_new();
  for (int i = 0; i < 100; i++) count(r);
  return NULL;
}

static int total(void) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct record *r = records; r; r = r->next) sum += r->public_count; // no race
  pthread_mutex_unlock(&lock);
  return sum;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  int sum = total();
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return sum;
}
