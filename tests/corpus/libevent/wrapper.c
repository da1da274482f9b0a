// Functions of the program that register what they are given, one for each kind of event: handlers get the arguments
// that were given with them.
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);

struct account {
  int balance;
};

static void watch(struct event_base *base, int fd, void (*handler)(int, short, void *), void *arg) {
  event_add(event_new(base, fd, 2, handler, arg), NULL);
}

static void on_mine(int fd, short what, void *arg) {
  (void)what;
  ((struct account *)arg)->balance += fd; // race
}

static void on_yours(int fd, short what, void *arg) {
  (void)what;
  ((struct account *)arg)->balance -= fd; // no race
}

static void *run(void *arg) {
  event_base_dispatch(arg);
  return NULL;
}

int main(void) {
  pthread_t a;
  static struct account mine, yours;
  struct event_base *here = event_base_new(), *there = event_base_new();
  watch(there, 0, on_mine, &mine);
  watch(here, 1, on_yours, &yours);
  pthread_create(&a, NULL, run, there);
  event_base_dispatch(here);
  int sum = mine.balance; // race
  return sum + yours.balance; // no race
}
