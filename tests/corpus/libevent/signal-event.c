// Signals as events: the library's own handler wakes the loop, and this one runs there like any other. No sig_atomic_t
// is needed.
#include <signal.h>
#include <stddef.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);
int event_base_loopbreak(struct event_base *);
#define evsignal_new(base, number, handler, arg) event_new((base), (number), 0x08 | 0x10, (handler), (arg))

static int stop, requests;

static void on_term(int number, short what, void *arg) {
  (void)what;
  stop = number + requests; // no race
  event_base_loopbreak(arg);
}

static void on_read(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  if (!stop)    // no race
    requests++; // no race
}

int main(void) {
  struct event_base *base = event_base_new();
  event_add(evsignal_new(base, SIGTERM, on_term, base), NULL);
  event_add(event_new(base, 0, 2, on_read, NULL), NULL);
  event_base_dispatch(base);
  return stop; // no race
}
