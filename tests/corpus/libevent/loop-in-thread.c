// A thread that runs a loop: its handlers run beside main, whoever registered them.
#include <pthread.h>

struct event_base;
struct event;
struct timeval;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_loop(struct event_base *, int);
int event_base_loopbreak(struct event_base *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event_base *base;
static int requests, guarded, mine, limit;

static void on_read(int fd, short what, void *arg) {
  int *seen = arg;
  (void)fd, (void)what;
  requests++; // race
  (*seen)++;  // race
  mine++;     // no race: only handlers of this loop
  if (mine > limit) // no race
    event_base_loopbreak(base); // no race
  pthread_mutex_lock(&lock);
  guarded++; // no race
  pthread_mutex_unlock(&lock);
}

static void on_timeout(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  mine = 0; // no race
}

static void *run(void *arg) {
  event_base_loop(base, 0); // no race
  return arg;
}

int main(void) {
  pthread_t thread;
  static int seen;
  base = event_base_new(); // no race
  limit = 100; // no race
  seen = 0;    // no race: the loop does not run yet
  event_add(event_new(base, 0, 2, on_read, &seen), NULL); // no race
  event_add(event_new(base, -1, 1, on_timeout, NULL), NULL); // no race
  pthread_create(&thread, NULL, run, NULL);
  int early = requests + seen; // race
  pthread_mutex_lock(&lock);
  early += guarded; // no race
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return early + requests + seen + mine; // no race
}
