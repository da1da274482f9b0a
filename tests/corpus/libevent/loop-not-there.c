// Nobody here runs the loop: it is another part's business. The handler is not lost, and is taken to run on the thread
// that registers it.
#include <pthread.h>

struct event_base;
struct event;
struct timeval;
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const struct timeval *);
struct event_base *the_loop(void);
void run_everything(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, of_main, guarded;

static void on_read(int fd, short what, void *arg) {
  (void)fd, (void)what, (void)arg;
  shared++;  // race
  of_main++; // no race
  guarded++; // race: whoever holds the lock when a handler is registered does not when it runs
}

static void *worker(void *arg) {
  shared++; // race
  pthread_mutex_lock(&lock);
  guarded++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  of_main = 1; // no race
  pthread_mutex_lock(&lock);
  event_add(event_new(the_loop(), 0, 2, on_read, NULL), NULL);
  guarded++; // no race
  pthread_mutex_unlock(&lock);
  run_everything();
  return 0;
}
