// policies
// As function-table.c, but a slot of the second table holds a function of the first.
#include <pthread.h>

struct device;
struct operations {
  void (*open)(struct device *);
  void (*step)(struct device *);
};
struct device {
  const struct operations *ops;
  int count;
};

static int lines, pages;

static void tape_open(struct device *d) {
  d->count = 0; // no race; none, object:1: false alarm
}
static void tape_step(struct device *d) {
  d->count++; // no race; none, object:1: false alarm
  lines++;    // race
}
static void press_open(struct device *d) {
  d->count = 1; // no race; none, object:1: false alarm
  pages++;      // no race; none, object:1: false alarm
}

static const struct operations tape = {tape_open, tape_step}, press = {press_open, tape_step};

static void *run(void *argument) {
  struct device *d = argument;
  d->ops->open(d); // no race
  d->ops->step(d); // no race
  return 0;
}

int main(void) {
  struct device a = {&tape, 0}, b = {&press, 0};
  pthread_t one, two;
  pthread_create(&one, 0, run, &a);
  pthread_create(&two, 0, run, &b);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return lines + pages; // no race
}
