// One thread looks at the table without asking for its initialisation first.
#include <pthread.h>

int table;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) {
  table = 42; // race
}

void *careful(void *arg) {
  pthread_once(&once, fill);
  return arg;
}

void *careless(void *arg) {
  return table ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, careful, NULL);
  pthread_create(&b, NULL, careless, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
