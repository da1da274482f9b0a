// Constant tables and string literals are only read.
#include <pthread.h>
#include <string.h>

static const int primes[] = {2, 3, 5, 7};
static const char *const names[] = {"two", "three", "five", "seven"};

void *worker(void *arg) {
  size_t sum = 0;
  for (int i = 0; i < 4; i++)
    sum += (size_t)primes[i] + strlen(names[i]); // no race
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
