// A handler starts a thread; from then on the other handlers of the loop have company.
#include <pthread.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);

static int jobs, results, config;

static void *work(void *arg) {
  results++;      // race: several of them
  jobs -= config; // race
  return arg;
}

static void on_request(int fd, short what, void *arg) {
  pthread_t thread;
  (void)fd, (void)what, (void)arg;
  pthread_create(&thread, NULL, work, NULL);
}

static void on_statistics(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  jobs++; // race
}

int main(void) {
  struct event_base *base = event_base_new();
  config = 1; // no race
  event_add(event_new(base, 0, 2, on_statistics, NULL), NULL);
  event_add(event_new(base, 1, 2, on_request, NULL), NULL);
  event_base_dispatch(base);
  return 0;
}
