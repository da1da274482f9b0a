// Hash join: a table with chains, built by both threads with a lock for each stripe, then probed without.
#include "team.h"
#include <string.h>

enum { ROWS = 3000000, PROBES = 9000000, BUCKETS = 1 << 20, STRIPES = 256, ROUNDS = 2 };
struct row {
  uint64_t key, value;
  struct row *next;
};
static struct row rows[ROWS];
static struct row *buckets[BUCKETS];
static pthread_mutex_t stripes[STRIPES];
static uint64_t found[TEAM];

static uint64_t hash(uint64_t key) { return key * 0x9e3779b97f4a7c15ull >> 44; }

static void *work(void *argument) {
  long id = (long)argument;
  for (long i = part(ROWS, id); i < part(ROWS, id + 1); i++) {
    uint64_t b = hash(rows[i].key);
    pthread_mutex_lock(&stripes[b % STRIPES]);
    rows[i].next = buckets[b];
    buckets[b] = &rows[i];
    pthread_mutex_unlock(&stripes[b % STRIPES]);
  }
  team_wait();
  uint64_t random = id + 1, sum = 0;
  for (long i = 0; i < PROBES / TEAM; i++) {
    uint64_t key = next_random(&random) % ROWS;
    for (struct row *r = buckets[hash(key)]; r; r = r->next)
      if (r->key == key) sum += r->value;
  }
  found[id] += sum;
  return NULL;
}

int main(void) {
  for (int i = 0; i < STRIPES; i++) pthread_mutex_init(&stripes[i], NULL);
  for (long i = 0; i < ROWS; i++) rows[i].key = i * 7 % ROWS, rows[i].value = i;
  for (int round = 0; round < ROUNDS; round++) {
    memset(buckets, 0, sizeof buckets);
    team_run(work);
  }
  printf("%lu\n", (unsigned long)(found[0] + found[1]));
}
