// Children that are not made by fork(), while other threads are in the middle of the detector.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static long count;
static int raced, stop;

static void *counts(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *races(void *unused) {
  raced++; // the race, if there are two
  return unused;
}

static int child(void *threads) {
  for (int i = 0; i < 1000; i++) __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  pthread_t made[2];
  for (int i = 0; i < *(int *)threads; i++) pthread_create(&made[i], 0, races, 0);
  for (int i = 0; i < *(int *)threads; i++) pthread_join(made[i], 0);
  return 7;
}

int main(int argc, char **argv) {
  static _Alignas(16) char stack[1 << 16];
  int threads = argc > 1 ? atoi(argv[1]) : 0, ended = 0;
  pthread_t other;
  pthread_create(&other, 0, counts, 0);
  for (int i = 0; i < 100; i++) {
    raced++; // before the child's
    long made = i % 3 == 0   ? clone(child, stack + sizeof stack, SIGCHLD, &threads)
                : i % 3 == 1 ? syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)
                             : syscall(SYS_fork);
    if (!made) _exit(child(&threads));
    raced++; // in another memory
    int status;
    waitpid((pid_t)made, &status, 0);
    ended += WIFEXITED(status) && WEXITSTATUS(status) == 7;
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(other, 0);
  printf("%d\n", ended);
}
