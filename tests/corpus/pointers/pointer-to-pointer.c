// Two levels of pointers between the thread and what it writes.
#include <pthread.h>

int x;
int *level1 = &x;
int **level2 = &level1;

void *worker(void *arg) {
  **level2 = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  x++; // race
  pthread_join(a, NULL);
  return 0;
}
