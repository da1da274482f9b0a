// Worker threads with a loop each, set up by main, as servers have them: a listener on main's loop hands connections to
// a worker, whose loop handles them. Events are members of structs, and get their loop after their handler.
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct timeval;
struct event {
  void *links[16];
};
struct event_base *event_base_new(void);
void event_set(struct event *, int, short, void (*)(int, short, void *), void *);
int event_base_set(struct event_base *, struct event *);
int event_add(struct event *, const struct timeval *);
int event_base_loop(struct event_base *, int);

struct worker {
  pthread_t thread;
  struct event_base *base;
  struct event notify;
  pthread_mutex_t lock;
  int pending;
  int connections;
};

static struct event_base *main_base;
static struct event listen_event, clock_event;
static struct worker *workers;
static volatile unsigned int current_time;
static int accepted, processed;

static void on_notify(int fd, short what, void *arg) {
  struct worker *me = arg;
  (void)fd, (void)what;
  pthread_mutex_lock(&me->lock);
  me->connections += me->pending; // no race
  me->pending = 0; // no race
  pthread_mutex_unlock(&me->lock);
  processed += current_time; // race
}

static void on_accept(int fd, short what, void *arg) {
  struct worker *to = &workers[fd % 4]; // no race
  (void)what, (void)arg;
  accepted++; // no race: only main's loop
  pthread_mutex_lock(&to->lock);
  to->pending++; // no race
  pthread_mutex_unlock(&to->lock);
}

static void on_clock(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  current_time++; // race
  accepted += 0; // no race
}

static void *run(void *arg) {
  struct worker *me = arg;
  event_base_loop(me->base, 0); // no race
  return NULL;
}

int main(void) {
  main_base = event_base_new(); // no race
  workers = calloc(4, sizeof *workers); // no race
  for (int i = 0; i < 4; i++) {
    struct worker *w = &workers[i]; // no race
    w->base = event_base_new(); // no race
    pthread_mutex_init(&w->lock, NULL);
    event_set(&w->notify, i, 2, on_notify, w);
    event_base_set(w->base, &w->notify); // no race
    event_add(&w->notify, NULL);
  }
  for (int i = 0; i < 4; i++) pthread_create(&workers[i].thread, NULL, run, &workers[i]); // no race
  event_set(&listen_event, 9, 2, on_accept, NULL);
  event_base_set(main_base, &listen_event); // no race
  event_add(&listen_event, NULL);
  event_set(&clock_event, -1, 1, on_clock, NULL);
  event_base_set(main_base, &clock_event); // no race
  event_add(&clock_event, NULL);
  event_base_loop(main_base, 0); // no race
  return accepted; // no race
}
