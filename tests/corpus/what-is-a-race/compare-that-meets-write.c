// Two texts are compared until they differ, in the fifth letter; the third is written at the same time.
#include <pthread.h>

char left[64] = "abcde", right[64] = "abcdx";
long same;

void *compare(void *arg) {
  const char *p = left, *q = right, *end = left + 64;
  while (p < end && *p == *q) ++p, ++q; // race
  same = p - left;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compare, 0);
  right[2] = 'c'; // race
  pthread_join(thread, 0);
  return same != 4;
}
