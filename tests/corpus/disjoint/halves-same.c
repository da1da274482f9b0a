// Two threads get the same half.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct half {
  int *from;
  int count;
};

void *worker(void *arg) {
  struct half *half = arg;
  for (int i = 0; i < half->count; i++)
    half->from[i] = i; // race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int *data = malloc(sizeof *data * (size_t)(n + 1));
  struct half first = {data, n / 2}, second = {data, n / 2};
  pthread_create(&a, NULL, worker, &first);
  pthread_create(&b, NULL, worker, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return data[0];
}
