// Every round of the loop allocates the argument of the thread it creates.
#include <pthread.h>
#include <stdlib.h>

struct argument {
  int number, result;
};

void *worker(void *arg) {
  struct argument *argument = arg;
  argument->result = argument->number * 2; // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  struct argument *arguments[4];
  for (int i = 0; i < 4; i++) {
    arguments[i] = malloc(sizeof *arguments[i]);
    arguments[i]->number = i; // no race
    pthread_create(&threads[i], NULL, worker, arguments[i]);
  }
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    sum += arguments[i]->result; // no race
  }
  return sum;
}
