// A thread waits for a flag that is no atomic: a race, whether or not the wait ever ends.
#include <pthread.h>

int flag, spins;

void *wait(void *arg) {
  while (!flag && spins < 1000000) spins++; // race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  flag = 1; // race
  pthread_join(thread, 0);
  return 0;
}
