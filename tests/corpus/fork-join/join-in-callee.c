// A function waits for the thread of the worker that it is given.
#include <pthread.h>

struct worker {
  pthread_t thread;
  int result;
};

static struct worker one, two;

static void *work(void *arg) {
  struct worker *self = arg;
  self->result = 7; // race: of two
  return NULL;
}

static void start(struct worker *worker) { pthread_create(&worker->thread, NULL, work, worker); }
static void finish(struct worker *worker) { pthread_join(worker->thread, NULL); }

int main(void) {
  start(&one);
  start(&two);
  finish(&one);
  int sum = one.result; // no race
  sum += two.result;    // race: not waited for yet
  finish(&two);
  return sum + two.result; // no race
}
