// A job is a function and its data; one thread function runs any job.
#include <pthread.h>

struct job {
  void (*run)(int *);
  int *data;
};

int shared, lonely;

static void clear(int *data) {
  *data = 0; // race
}

static void count(int *data) {
  ++*data; // race
}

void *run_job(void *arg) {
  struct job *job = arg;
  job->run(job->data); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct job first = {clear, &shared}, second = {count, &shared}; // no race
  pthread_create(&a, NULL, run_job, &first);
  pthread_create(&b, NULL, run_job, &second);
  lonely++; // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared; // no race
}
