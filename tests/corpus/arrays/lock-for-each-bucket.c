// A hash table with a lock for each bucket, in an array beside it.
#include <pthread.h>
#include <stdint.h>

int buckets[16];
pthread_mutex_t locks[16];

static void add(unsigned key) {
  unsigned i = key % 16;
  pthread_mutex_lock(&locks[i]);
  buckets[i]++; // no race
  pthread_mutex_unlock(&locks[i]);
}

void *worker(void *arg) {
  for (unsigned key = 0; key < 100; key++)
    add(key * 7 + (unsigned)(uintptr_t)arg);
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
