// Every thread has its own struct in an array of arguments, and its slice of the data in it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct argument {
  int id;
  int from, to;
  long sum;
};
int data[400];

void *worker(void *arg) {
  struct argument *a = arg;
  for (int i = a->from; i < a->to; i++) { // no race
    data[i] = a->id;                      // no race
    a->sum += i;                          // no race
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  static struct argument arguments[4];
  for (int i = 0; i < 4; i++) {
    arguments[i].id = i;               // no race
    arguments[i].from = 100 * i;       // no race
    arguments[i].to = 100 * (i + 1);   // no race
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
