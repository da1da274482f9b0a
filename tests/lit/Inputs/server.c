#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
int event_base_dispatch(struct event_base *);

struct worker {
  struct event_base *base;
  int served;
};

static struct worker workers[4];
static int requests;

static void on_read(int fd, short what, void *arg) {
  struct worker *me = arg;
  (void)what;
  me->served += fd;
  requests++;
}

static void *work(void *arg) {
  struct worker *me = arg;
  event_base_dispatch(me->base);
  return NULL;
}

static void on_term(int number) { requests = number; }
static void on_crash(int number) { exit(requests + number); }
static void on_tick(union sigval value) { (void)value; }
static void save(void) {}

static void start_workers(void) {
  for (int i = 0; i < 4; i++) {
    pthread_t thread;
    workers[i].base = event_base_new();
    event_add(event_new(workers[i].base, i, 2, on_read, &workers[i]), NULL);
    pthread_create(&thread, NULL, work, &workers[i]);
  }
}

__attribute__((annotate("steward::origin"))) void on_packet(char *packet) { packet[0] = 0; }

int main(void) {
  struct sigevent event;
  timer_t timer;
  signal(SIGTERM, on_term);
  signal(SIGSEGV, on_crash);
  atexit(save);
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = on_tick;
  timer_create(CLOCK_REALTIME, &event, &timer);
  start_workers();
  pthread_exit(NULL);
}
