// Both files have a static variable, a static function and a structure of the same name. They are not the same.
// also: part-same-static-names.c
#include <pthread.h>

struct state {
  int first, second;
};

static int counter;
static struct state state;

static void bump(void) {
  counter++;      // no race: only main's
  state.second++; // no race: only main's
}

void *worker(void *arg);

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  bump();
  pthread_join(a, NULL);
  return 0;
}
