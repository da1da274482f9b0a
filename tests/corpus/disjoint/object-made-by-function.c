// A function makes the object for each thread, another one starts it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct job {
  int number;
  long result;
};

static struct job *make(int number) {
  struct job *job = malloc(sizeof *job);
  if (!job) return NULL;
  job->number = number; // no race
  job->result = 0;      // no race
  return job;
}

void *worker(void *arg) {
  struct job *job = arg;
  job->result = job->number + 1; // no race
  free(job);                     // no race
  return NULL;
}

static void start(struct job *job) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, job);
  pthread_detach(thread);
}

int main(void) {
  for (int i = 0; i < 100; i++)
    start(make(i));
  return 0;
}
