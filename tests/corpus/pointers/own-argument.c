// Both threads run the same function, each on a structure of its own.
#include <pthread.h>

struct job {
  int input, output;
};

void *worker(void *arg) {
  struct job *job = arg;
  job->output = job->input * 2; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct job first = {1, 0}, second = {2, 0};
  pthread_create(&a, NULL, worker, &first);
  pthread_create(&b, NULL, worker, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return first.output + second.output; // no race
}
