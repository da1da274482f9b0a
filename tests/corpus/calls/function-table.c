// A table of commands, as servers have it. One of them forgot the lock.
#include <pthread.h>

int gets, sets;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void get(void) {
  pthread_mutex_lock(&lock);
  gets++; // no race
  pthread_mutex_unlock(&lock);
}

static void set(void) {
  sets++; // race
}

static const struct {
  const char *name;
  void (*run)(void);
} commands[] = {{"get", get}, {"set", set}};

void *worker(void *arg) {
  for (int i = 0; i < 2; i++)
    commands[i].run(); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
