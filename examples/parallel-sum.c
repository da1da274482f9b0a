// A parallel sum without a race: the input is complete before the threads start, every thread keeps its own sum, the
// total is under a lock, and main reads it after all threads have ended.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { NUMBERS = 10000, THREADS = 4 };

static int numbers[NUMBERS];
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_part(void *argument) {
  intptr_t part = (intptr_t)argument;
  long sum = 0;
  for (intptr_t i = part * NUMBERS / THREADS; i < (part + 1) * NUMBERS / THREADS; i++)
    sum += numbers[i];
  pthread_mutex_lock(&lock);
  total += sum;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < NUMBERS; i++)
    numbers[i] = i;
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, add_part, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  return 0;
}
