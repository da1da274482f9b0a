#include <pthread.h>

extern int from_main, from_worker;
void *worker(void *arg);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  from_main = 1;
  from_worker = 1;
  pthread_join(thread, NULL);
  return 0;
}
