// qsort writes the array it sorts.
#include <pthread.h>
#include <stdlib.h>

int numbers[] = {3, 1, 2};

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; // no race: main only reads
}

void *worker(void *arg) {
  qsort(numbers, 3, sizeof *numbers, compare); // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  int first = numbers[0]; // race
  pthread_join(a, NULL);
  return first;
}
