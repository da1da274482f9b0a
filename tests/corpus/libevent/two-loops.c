// Two threads, each with a loop of its own: the handlers of one run beside those of the other.
#include <pthread.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);

static int of_first, of_second, of_both;

static void on_first(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  of_first++; // no race
  of_both++;  // race
}

static void on_second(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  of_second++; // no race
  of_both++;   // race
}

static void *first(void *arg) {
  struct event_base *base = event_base_new();
  event_add(event_new(base, 0, 2, on_first, NULL), NULL);
  event_base_dispatch(base);
  of_first = 0; // no race: its own loop is over
  return arg;
}

static void *second(void *arg) {
  event_base_dispatch(arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct event_base *base = event_base_new();
  event_add(event_new(base, 1, 2, on_second, NULL), NULL);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, base);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return of_first + of_second + of_both; // no race
}
