// Every thread has its own local variables, also when their addresses are handed to functions.
#include <pthread.h>

static void bump(int *n) {
  ++*n; // no race: always the caller's own variable
}

void *worker(void *arg) {
  int mine = 0; // no race
  bump(&mine);
  return mine ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  int mine = 0; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  bump(&mine);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
