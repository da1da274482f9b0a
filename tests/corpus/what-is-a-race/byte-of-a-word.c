// A word is written where another thread reads one byte of it, through a pointer to characters.
#include <pthread.h>

int word;
char seen;

void *first(void *arg) {
  word = 0x01020304; // race
  return arg;
}

void *second(void *arg) {
  seen = ((char *)&word)[2]; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
