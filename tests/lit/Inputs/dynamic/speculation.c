// The worker does not read `data`. An optimiser that reads it anyway, to drop the value, must not make a race of it.
#include <pthread.h>

int data;

static void *worker(void *argument) {
  int is_owner = *(int *)argument;
  int value = 1;
  if (is_owner)
    value = data;
  return (void *)(long)value;
}

int main(void) {
  pthread_t a;
  int no = 0;
  void *result;
  pthread_create(&a, NULL, worker, &no);
  data = 42;
  pthread_join(a, &result);
  return (int)(long)result - 1;
}
