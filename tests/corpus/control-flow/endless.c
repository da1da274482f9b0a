// A thread that never ends, as servers have them; main asks it to stop by a plain variable.
#include <pthread.h>
#include <unistd.h>

int stop, ticks;

void *ticker(void *arg) {
  while (1) {
    if (stop) // race
      pthread_exit(arg);
    ticks++; // race
    usleep(1000);
  }
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, ticker, NULL);
  while (ticks < 3) // race
    usleep(1000);
  stop = 1; // race
  pthread_join(a, NULL);
  return ticks; // no race
}
