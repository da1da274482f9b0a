// Loops that join from the last to the first, and miss one.
// optimised
#include <pthread.h>
#include <stdlib.h>

int first_left, last_left, one_less;

static void *set_first_left(void *arg) {
  (void)arg;
  first_left = 1; // race
  return NULL;
}

static void *set_last_left(void *arg) {
  (void)arg;
  last_left = 1; // race
  return NULL;
}

static void *set_one_less(void *arg) {
  (void)arg;
  one_less = 1; // race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  int n = argc > 1 ? atoi(argv[1]) : 4;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, set_first_left, NULL);
  for (int i = n - 1; i > 0; --i)
    pthread_join(threads[i], NULL);
  first_left = 2; // race
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, set_last_left, NULL);
  for (int i = n - 2; i >= 0; --i)
    pthread_join(threads[i], NULL);
  last_left = 2; // race
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, set_one_less, NULL);
  n--;
  while (n--)
    pthread_join(threads[n], NULL);
  one_less = 2; // race
  return 0;
}
