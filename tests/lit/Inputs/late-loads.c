// Relaxed loads of many atomics, which are checked later: a plain write to one of them is a race all the same. How it
// goes: `joined`, `forever` (the reader never does anything again), `ordered` (no race), `signals` (interrupted, and no
// race), `forked` (the write is in a child, where there is no reader).
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 4000 };
static _Atomic int values[COUNT];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *how;

// Nothing that the detector sees.
static volatile int reached;
__attribute__((disable_sanitizer_instrumentation, noinline)) static void reach(void) { reached = 1; }
__attribute__((disable_sanitizer_instrumentation, noinline)) static void wait_until_reached(void) {
  while (!reached) {
  }
}

static int sum(int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total += atomic_load_explicit(&values[i], memory_order_relaxed);
  return total;
}

static void on_signal(int number) {
  (void)number;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void *reader(void *argument) {
  int total = 0, isForever = argument == how && how[0] == 'f';
  for (int round = 0; round < 50; round++) {
    pthread_mutex_lock(&mutex);
    total += sum(COUNT - 1);
    pthread_mutex_unlock(&mutex);
    if (!strcmp(how, "signals")) raise(SIGUSR1);
    total += sum(COUNT - 1);
  }
  on_signal(0);
  total += sum(COUNT); // and one that is read once only
  reach();
  if (isForever)
    for (;;) asm volatile("pause");
  return (void *)(long)total;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  how = arguments[1];
  signal(SIGUSR1, on_signal);
  pthread_t thread;
  void *total = NULL;
  pthread_create(&thread, NULL, reader, arguments[1]);
  if (!strcmp(how, "ordered") || !strcmp(how, "signals")) pthread_join(thread, &total);
  wait_until_reached();
  if (!strcmp(how, "forked")) {
    int status = 0;
    pid_t child = fork();
    if (child) waitpid(child, &status, 0);
    if (child) printf("child %d, ", WEXITSTATUS(status));
    if (!child) *(int *)&values[COUNT - 1] = 1;
    printf("total %ld\n", (long)total);
    return 0;
  }
  *(int *)&values[COUNT - 1] = 1;
  if (!strcmp(how, "joined")) pthread_join(thread, &total);
  printf("total %ld\n", (long)total);
}
