// A function gets a pointer to some element, and indexes that with the number of a lock.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[32];
pthread_mutex_t locks[16];

static void add(int *from, unsigned i) {
  pthread_mutex_lock(&locks[i]);
  from[i]++; // race
  pthread_mutex_unlock(&locks[i]);
}

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    add(data, key % 16);
    add(data + 1, key % 16);
  }
  return NULL;
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
