// A table of pointers, of which one leads to what main writes.
#include <pthread.h>

int x, y;
int *table[] = {&x, &y};

void *worker(void *arg) {
  for (int i = 0; i < 2; i++)
    *table[i] = i; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  y = 5; // race
  pthread_join(a, NULL);
  return x; // no race
}
