// The task with the number that was drawn.
#include <pthread.h>
#include <stdatomic.h>

enum { count = 100 };
struct task {
  int input, output;
};
static struct task tasks[count];
static atomic_int next;

static void *worker(void *arg) {
  int i;
  while ((i = atomic_fetch_add(&next, 1)) < count)
    tasks[i].output = tasks[i].input; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return tasks[7].output; // no race
}
