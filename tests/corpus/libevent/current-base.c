// The first interface of libevent: one base that is never named, and what event_once does with it.
#include <pthread.h>

struct event_base;
struct timeval;
struct event {
  void *links[16];
};
struct event_base *event_init(void);
void event_set(struct event *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_once(int, short, void (*)(int, short, void *), void *, const struct timeval *);
int event_dispatch(void);

static struct event timer;
static int shared, of_loop;

static void on_timer(int fd, short what, void *arg) {
  (void)fd, (void)what;
  shared++;  // race
  of_loop++; // no race
  event_add(arg, NULL);
}

static void on_start(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  of_loop = 1; // no race
}

static void *worker(void *arg) {
  shared++; // race
  return arg;
}

int main(void) {
  pthread_t a;
  event_init();
  event_set(&timer, -1, 1, on_timer, &timer);
  event_add(&timer, NULL);
  event_once(-1, 1, on_start, NULL, NULL);
  pthread_create(&a, NULL, worker, NULL);
  event_dispatch();
  return of_loop; // no race
}
