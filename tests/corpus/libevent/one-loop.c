// Handlers of one loop run on the thread that runs it, one after the other: they need no lock among themselves.
#include <stdlib.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);

struct connection {
  int bytes;
};

static int total;

static void on_read(int fd, short what, void *arg) {
  struct connection *connection = arg;
  connection->bytes += fd; // no race
  total += what;           // no race
}

static void on_timeout(int fd, short what, void *arg) {
  struct connection *connection = arg;
  (void)fd, (void)what;
  total -= connection->bytes; // no race
}

int main(void) {
  struct event_base *base = event_base_new();
  struct connection *connection = calloc(1, sizeof *connection);
  event_add(event_new(base, 0, 2, on_read, connection), NULL);
  event_add(event_new(base, -1, 1, on_timeout, connection), NULL);
  total = 1; // no race
  event_base_dispatch(base);
  return total + connection->bytes; // no race
}
