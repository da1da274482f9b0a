// Accesses hide in conditions, in the parts of && and of ?:, and in a compound assignment.
#include <pthread.h>

int a, b, c, d;

void *worker(void *arg) {
  a = 1; // race
  b = 1; // race
  c = 1; // race
  d = 1; // race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argv;
  int result = 0;
  pthread_create(&t, NULL, worker, NULL);
  if (argc > 0 && a) // race
    result = 1;
  result += argc > 1 ? b : 2; // race
  while (c < 0)               // race
    result++;
  result |= d; // race
  pthread_join(t, NULL);
  return result;
}
