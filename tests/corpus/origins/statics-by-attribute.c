// policies
// One function for both kinds of thread; which static variable it uses is in what the thread was handed.
#include <pthread.h>

struct kind {
  int *counter;
};

static int readers, writers;
static const struct kind reading = {&readers}, writing = {&writers};

static void count(const struct kind *k) {
  (*k->counter)++; // no race; none, callsite:1, callsite:2, object:1: false alarm
}
static void work(const struct kind *k) { count(k); }

static void *run(void *argument) {
  work(argument);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, run, (void *)&reading);
  pthread_create(&two, 0, run, (void *)&writing);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return readers + writers; // no race
}
