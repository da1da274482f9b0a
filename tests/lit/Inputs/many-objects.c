#include <pthread.h>

static int a, b, c;

static void *work(void *which) {
  int *p = which == &a ? &a : which == &b ? &b : &c;
  ++*p;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, &a);
  pthread_create(&t, 0, work, &a);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
