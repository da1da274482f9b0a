// Two objects of one type, allocated on two lines.
#include <pthread.h>
#include <stdlib.h>

int *mine, *theirs;

void *worker(void *arg) {
  *theirs = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  mine = malloc(sizeof *mine);     // no race
  theirs = malloc(sizeof *theirs); // no race
  pthread_create(&a, NULL, worker, NULL);
  *mine = 1; // no race
  pthread_join(a, NULL);
  return 0;
}
