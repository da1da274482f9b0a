// A copy that ends at a zero writes up to there; the places behind are another thread's.
#include <pthread.h>

char from[64] = "copied", into[64];

void *copy(void *arg) {
  const char *source = from;
  char *target = into;
  for (long left = 64; left > 0 && (*target = *source); left--) ++target, ++source; // imprecise: where the loop ends is not known
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  for (int i = 7; i < 64; i++) into[i] = 'x'; // imprecise: where the loop ends is not known
  pthread_join(thread, 0);
  return into[5] != 'd';
}
