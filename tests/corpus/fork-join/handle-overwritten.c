// A join ends the thread whose handle it is given, not the one whose handle was in that variable before.
#include <pthread.h>
#include <string.h>

static int assigned, copied, swapped;

static void *work_assigned(void *arg) {
  assigned = 1; // race
  return arg;
}

static void *work_copied(void *arg) {
  copied = 1; // race
  return arg;
}

static void *work_swapped(void *arg) {
  swapped = 1; // race
  return arg;
}

static void swap(pthread_t *a, pthread_t *b) {
  pthread_t old = *a;
  *a = *b;
  *b = old;
}

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t one, two, three[2], four[2];
  pthread_create(&one, NULL, work_assigned, NULL);
  pthread_create(&two, NULL, idle, NULL);
  one = two;
  pthread_join(one, NULL);
  assigned = 2; // race

  pthread_create(&three[1], NULL, work_copied, NULL);
  pthread_create(&four[1], NULL, idle, NULL);
  memcpy(three, four, sizeof three);
  pthread_join(three[1], NULL);
  copied = 2; // race

  pthread_t five, six;
  pthread_create(&five, NULL, work_swapped, NULL);
  pthread_create(&six, NULL, idle, NULL);
  swap(&five, &six);
  pthread_join(five, NULL);
  swapped = 2; // race
  return 0;
}
