// The list has nodes of its own, which lead to the jobs.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input, output;
};
struct node {
  struct job *job;
  struct node *next;
};
static struct {
  pthread_mutex_t lock;
  struct node *first, *last;
} queue = {PTHREAD_MUTEX_INITIALIZER, NULL, NULL};

static void put(struct job *job) {
  struct node *n = malloc(sizeof *n);
  n->job = job;   // no race
  n->next = NULL; // no race
  pthread_mutex_lock(&queue.lock);
  if (queue.first)
    queue.last->next = n; // no race
  else
    queue.first = n; // no race
  queue.last = n;    // no race
  pthread_mutex_unlock(&queue.lock);
}

static struct job *take(void) {
  struct job *job = NULL;
  pthread_mutex_lock(&queue.lock);
  struct node *n = queue.first; // no race
  if (n) {
    job = n->job;          // no race
    queue.first = n->next; // no race
    free(n);               // no race
  }
  pthread_mutex_unlock(&queue.lock);
  return job;
}

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct job *job = malloc(sizeof *job);
    job->input = i; // no race
    put(job);
  }
  return arg;
}

static void *consumer(void *arg) {
  struct job *job;
  while ((job = take())) {
    job->output = job->input; // no race
    free(job);                // no race
  }
  return arg;
}

int main(void) {
  pthread_t p, c, d;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&d, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
