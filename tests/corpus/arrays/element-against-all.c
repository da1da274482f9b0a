// One thread writes an element that is known, main reads them all.
#include <pthread.h>

int table[4];

void *worker(void *arg) {
  table[3] = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  int sum = 0;
  pthread_create(&a, NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    sum += table[i]; // race
  pthread_join(a, NULL);
  return sum;
}
