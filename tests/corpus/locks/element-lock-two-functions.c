// Two functions, each with the lock of the element that it uses.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[16];
pthread_mutex_t locks[16];

static void add(unsigned i) {
  pthread_mutex_lock(&locks[i]);
  data[i]++; // no race
  pthread_mutex_unlock(&locks[i]);
}

static void clear(unsigned j) {
  pthread_mutex_lock(&locks[j]);
  data[j] = 0; // no race
  pthread_mutex_unlock(&locks[j]);
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
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
