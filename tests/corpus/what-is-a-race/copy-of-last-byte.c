// A copy that ends at a zero has written the zero.
#include <pthread.h>

char from[64] = "copied", into[64];

void *copy(void *arg) {
  const char *source = from;
  char *target = into;
  for (long left = 64; left > 0 && (*target = *source); left--) ++target, ++source; // race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  into[6] = 'x'; // race
  pthread_join(thread, 0);
  return into[5] != 'd';
}
