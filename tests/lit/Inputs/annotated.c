#include <pthread.h>

__attribute__((annotate("steward::benign(an estimate)"))) long estimate;
__attribute__((annotate("steward::norace"))) long exact;
long plain;

static void *worker(void *arg) {
  estimate++;
  exact = 1;
  plain = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  estimate++;
  exact = 2;
  plain = 2;
  pthread_join(thread, NULL);
  return 0;
}
