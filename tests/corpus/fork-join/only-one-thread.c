// Looks racy, as the thread's function locks nothing; but there is only one such thread, and main waits for it.
#include <pthread.h>

int counter;

void *worker(void *arg) {
  for (int i = 0; i < 100; i++)
    counter++; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  counter++; // no race
  return 0;
}
