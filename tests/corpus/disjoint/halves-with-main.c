// A thread has the first half, main the second.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[100];

static void work(int *from, int count) {
  for (int i = 0; i < count; i++)
    from[i]++; // no race
}

void *worker(void *arg) {
  work(arg, 50);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, data);
  work(data + 50, 50);
  pthread_join(a, NULL);
  return data[0]; // no race
}
