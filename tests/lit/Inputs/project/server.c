#include "shared.h"

#include <pthread.h>

void helper(void) {}

static void* work(void* argument) {
  count();
  plug();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  helper();
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
