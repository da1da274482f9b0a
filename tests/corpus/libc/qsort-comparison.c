// qsort calls the comparison, which counts its calls. Each thread sorts its own array.
#include <pthread.h>
#include <stdlib.h>

int comparisons;

static int compare(const void *a, const void *b) {
  comparisons++; // race
  return *(const int *)a - *(const int *)b; // no race
}

void *worker(void *arg) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, compare); // no race
  return numbers[0] ? arg : NULL;              // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
