// Two texts are compared until they differ; what is behind that letter is written at the same time, and nobody reads it.
#include <pthread.h>

char left[64] = "abcde", right[64] = "abcdx";
long same;

void *compare(void *arg) {
  const char *p = left, *q = right, *end = left + 64;
  while (p < end && *p == *q) ++p, ++q; // imprecise: where the loop ends is not known
  same = p - left;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compare, 0);
  for (int i = 5; i < 64; i++) right[i] = 'r', left[i] = 'l'; // imprecise: where the loop ends is not known
  pthread_join(thread, 0);
  return same != 4;
}
