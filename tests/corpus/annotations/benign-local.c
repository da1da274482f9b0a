// A local variable of main, declared to do no harm.
#include <pthread.h>

void *work(void *arg) {
  *(int *)arg = 1; // benign
  return 0;
}

int main(void) {
  __attribute__((annotate("steward::benign"))) int last = 0;
  int other = 0;
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, &last);
  pthread_create(&b, NULL, work, &last);
  last = 2; // benign
  pthread_create(&c, NULL, work, &other);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return last + other;
}
