// Two functions with the locks of elements; in one of them the locks are shifted by one.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[16];
pthread_mutex_t locks[17];

static void add(unsigned i) {
  pthread_mutex_lock(&locks[i]);
  data[i]++; // race
  pthread_mutex_unlock(&locks[i]);
}

static void clear(unsigned j) {
  pthread_mutex_lock(&locks[j + 1]);
  data[j] = 0; // race
  pthread_mutex_unlock(&locks[j + 1]);
}

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    add(key % 16);
    clear(key / 2 % 16);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 17; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
