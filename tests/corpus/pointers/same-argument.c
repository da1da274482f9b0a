// Both threads run the same function on the same structure.
#include <pthread.h>

struct job {
  int input, output;
};

void *worker(void *arg) {
  struct job *job = arg;
  int input = job->input; // no race
  job->output += input;   // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct job job = {1, 0};
  pthread_create(&a, NULL, worker, &job);
  pthread_create(&b, NULL, worker, &job);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return job.output; // no race
}
