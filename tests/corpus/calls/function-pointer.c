// The thread calls through a function pointer.
#include <pthread.h>

int counter, unused;

static void bump(void) {
  counter++; // race
}

static void never_set(void) {
  unused++; // no race: the pointer never has this value
}

void (*action)(void);

void *worker(void *arg) {
  action(); // no race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  action = bump; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (argc > 5)
    never_set();
  return 0;
}
