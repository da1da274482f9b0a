// Breadth-first search, level by level: who finds a node first is decided by a compare-and-swap.
#include "team.h"
#include <stdatomic.h>

enum { NODES = 1500000, DEGREE = 8, SEARCHES = 8 };
static int edges[NODES][DEGREE];
static _Atomic int parent[NODES];
static int frontier[2][NODES];
static _Atomic int size[2];

static void *work(void *argument) {
  long id = (long)argument;
  for (int search = 0; search < SEARCHES; search++) {
    for (long i = part(NODES, id); i < part(NODES, id + 1); i++) atomic_store_explicit(&parent[i], -1, memory_order_relaxed);
    team_wait();
    if (id == 0) frontier[0][0] = search, size[0] = 1, size[1] = 0, parent[search] = search;
    team_wait();
    for (int level = 0;; level = !level) {
      int count = size[level];
      if (!count) break;
      for (long i = part(count, id); i < part(count, id + 1); i++) {
        int node = frontier[level][i];
        for (int e = 0; e < DEGREE; e++) {
          int to = edges[node][e], none = -1;
          if (atomic_load_explicit(&parent[to], memory_order_relaxed) != -1) continue;
          if (atomic_compare_exchange_strong_explicit(&parent[to], &none, node, memory_order_relaxed, memory_order_relaxed))
            frontier[!level][atomic_fetch_add_explicit(&size[!level], 1, memory_order_relaxed)] = to;
        }
      }
      team_wait();
      if (id == 0) size[level] = 0;
      team_wait();
    }
  }
  return NULL;
}

int main(void) {
  uint64_t random = 3;
  for (long i = 0; i < NODES; i++)
    for (int e = 0; e < DEGREE; e++) edges[i][e] = (int)(next_random(&random) % NODES);
  team_run(work);
  int reached = 0;
  for (long i = 0; i < NODES; i++) reached += parent[i] != -1;
  printf("%d\n", reached);
}
