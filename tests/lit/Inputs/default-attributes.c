// A thread that is given no attributes has the program's own, with their mask of signals; unless it is given some.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

static void *masks(void *unused) {
  (void)unused;
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, 0, &mask);
  return (void *)(intptr_t)(sigismember(&mask, SIGUSR1) * 2 + sigismember(&mask, SIGUSR2));
}

static int masked(const pthread_attr_t *attributes) {
  pthread_t thread;
  void *got;
  pthread_create(&thread, attributes, masks, 0);
  pthread_join(thread, &got);
  return (int)(intptr_t)got;
}

int main(void) {
  sigset_t one, other;
  sigemptyset(&one);
  sigemptyset(&other);
  sigaddset(&one, SIGUSR1);
  sigaddset(&other, SIGUSR2);
  pthread_sigmask(SIG_SETMASK, &one, 0);
  pthread_attr_t none, defaults;
  pthread_attr_init(&none);
  pthread_attr_init(&defaults);
  pthread_attr_setsigmask_np(&defaults, &other);
  int before = masked(0);
  pthread_setattr_default_np(&defaults);
  int with = masked(0), without = masked(&none);
  pthread_setattr_default_np(&none);
  return before == 2 && with == 1 && without == 2 && masked(0) == 2 ? 0 : 3;
}
