// A thread's result is a heap object that main gets by waiting.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *answer = malloc(sizeof *answer);
  *answer = arg ? 1 : 42; // no race
  return answer;
}

int main(void) {
  pthread_t a;
  void *result;
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, &result);
  int answer = *(int *)result; // no race
  free(result);                // no race
  return answer;
}
