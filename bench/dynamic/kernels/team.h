// Two threads that do a function together, with a barrier between its phases.
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEAM = 2 };
static pthread_barrier_t team_barrier;

static void team_run(void *(*work)(void *)) {
  pthread_t threads[TEAM];
  pthread_barrier_init(&team_barrier, NULL, TEAM);
  for (long i = 0; i < TEAM; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < TEAM; i++) pthread_join(threads[i], NULL);
}

static inline void team_wait(void) { pthread_barrier_wait(&team_barrier); }

// The part of n that is one thread's.
static inline long part(long n, long id) { return n * id / TEAM; }

static inline uint64_t next_random(uint64_t *state) {
  uint64_t x = *state;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return *state = x;
}
