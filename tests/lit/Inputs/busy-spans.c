// Spans are used up by two threads while a timer's handler runs in them, and jumps out of some checks; children are
// forked; the first thread ends before the others. No race anywhere.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct owned {
  pthread_mutex_t lock;
  long words[64];
};
static struct owned owned[2];
static atomic_int ticks, left = 2;
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static long table[64], total;
static __thread sigjmp_buf back;
static __thread volatile sig_atomic_t may_jump;

static void tick(int signal) {
  (void)signal;
  atomic_fetch_add(&ticks, 1);
  if (may_jump) siglongjmp(back, 1);
}

__attribute__((noinline)) static long read_all(const long *from) {
  long sum = 0;
  for (int i = 0; i < 64; i += 3) sum += from[i];
  return sum;
}

static void *spend(void *argument) {
  struct owned *mine = argument;
  for (int i = 0; i < 30000; i++) {
    pthread_mutex_lock(&mine->lock);
    mine->words[i % 64] += read_all(table);
    pthread_mutex_unlock(&mine->lock);
    if (i % 1000 == 0) {
      pthread_mutex_lock(&common);
      total += mine->words[1];
      memset(mine->words, 0, sizeof mine->words);
      pthread_mutex_unlock(&common);
    }
    if (i % 64 == 0) {
      if (sigsetjmp(back, 1) == 0) {
        may_jump = 1;
        for (int k = 0; k < 50; k++) mine->words[k] += read_all(table);
      }
      may_jump = 0;
    }
    if (i % 5000 == 0 && mine == owned) {
      pid_t child = fork();
      if (child == 0) {
        char *text = malloc(100);
        snprintf(text, 100, "%d", i);
        pthread_mutex_lock(&mine->lock);
        pthread_mutex_unlock(&mine->lock);
        _exit(text[0] == 'x');
      }
      int status;
      while (waitpid(child, &status, 0) < 0) {
      }
      if (status) abort();
    }
  }
  if (atomic_fetch_sub(&left, 1) == 1) {
    puts("done");
    exit(0);
  }
  return 0;
}

int main(void) {
  struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &action, 0);
  for (int i = 0; i < 64; i++) table[i] = i;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&owned[i].lock, 0);
    pthread_create(&threads[i], 0, spend, &owned[i]);
    pthread_detach(threads[i]);
  }
  struct itimerval often = {{0, 2000}, {0, 2000}};
  setitimer(ITIMER_PROF, &often, 0);
  pthread_exit(0);
}
