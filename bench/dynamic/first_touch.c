// What the first check of a location in a span costs: each round begins with a release, and then accesses every element
// of a table once, in an order that nothing can foresee. Two ways through it: accesses that do not depend on each other,
// and a chain in which each says where the next is.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t *order;
static volatile uint64_t sink;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void shuffle(size_t count) {
  uint64_t random = 7;
  for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
  for (size_t i = count - 1; i > 0; i--) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    size_t j = (random >> 33) % (i + 1);
    uint32_t other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
}

#define WAYS(bits)                                                                                                     \
  __attribute__((noinline)) static void write##bits(void *table, size_t count) {                                      \
    for (size_t i = 0; i < count; i++) ((uint##bits##_t *)table)[order[i]] = (uint##bits##_t)i;                        \
  }                                                                                                                    \
  __attribute__((noinline)) static void read##bits(void *table, size_t count) {                                       \
    uint64_t sum = 0;                                                                                                  \
    for (size_t i = 0; i < count; i++) sum += ((uint##bits##_t *)table)[order[i]];                                     \
    sink = sum;                                                                                                        \
  }
WAYS(8)
WAYS(16)
WAYS(32)
WAYS(64)

#define CHAIN(bits)                                                                                                    \
  __attribute__((noinline)) static void link##bits(void *table, size_t count) {                                       \
    for (size_t i = 0; i < count; i++) ((uint##bits##_t *)table)[order[i]] = order[(i + 1) % count];                   \
  }                                                                                                                    \
  __attribute__((noinline)) static void follow##bits(void *table, size_t count) {                                     \
    uint64_t at = 0;                                                                                                   \
    for (size_t i = 0; i < count; i++) at = ((uint##bits##_t *)table)[at];                                             \
    sink = at;                                                                                                         \
  }
CHAIN(32)
CHAIN(64)

static const struct {
  const char *name;
  unsigned bytes;
  void (*prepare)(void *, size_t), (*go)(void *, size_t);
} ways[] = {{"write", 8, 0, write64}, {"read", 8, 0, read64}, {"follow", 8, link64, follow64},
            {"write", 4, 0, write32}, {"read", 4, 0, read32}, {"follow", 4, link32, follow32},
            {"write", 2, 0, write16}, {"read", 2, 0, read16}, {"write", 1, 0, write8},
            {"read", 1, 0, read8}};

// The size of the table in bytes, and how many accesses to make in all.
int main(int count, char **arguments) {
  size_t size = count > 1 ? strtoul(arguments[1], 0, 10) : 65536;
  size_t accesses = count > 2 ? strtoul(arguments[2], 0, 10) : 10000000;
  order = malloc(size * sizeof *order);
  for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
    size_t elements = size / ways[way].bytes, rounds = accesses / elements + 1;
    void *table = calloc(1, size);
    shuffle(elements);
    if (ways[way].prepare) ways[way].prepare(table, elements);
    ways[way].go(table, elements);
    double start = seconds();
    for (size_t round = 0; round < rounds; round++) {
      pthread_mutex_lock(&lock);
      pthread_mutex_unlock(&lock);
      ways[way].go(table, elements);
    }
    printf("%s %u %.2f\n", ways[way].name, ways[way].bytes, (seconds() - start) * 1e9 / (double)(rounds * elements));
    free(table);
  }
}
