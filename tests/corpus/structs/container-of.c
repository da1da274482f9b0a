// From the address of an embedded member back to the structure around it.
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next;
};

struct task {
  int priority;
  struct link link;
  int state;
};

#define task_of(member) ((struct task *)((char *)(member)-offsetof(struct task, link)))

struct task only;
struct link *queue = &only.link;

void *worker(void *arg) {
  struct task *task = task_of(queue); // no race
  task->state = 1;                    // race
  task->priority++;                   // no race
  return arg;
}

int main(void) {
  pthread_t a;
  only.priority = 3; // no race
  pthread_create(&a, NULL, worker, NULL);
  only.state = 2; // race
  pthread_join(a, NULL);
  return 0;
}
