// The index is computed twice, from the same number.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[16];
pthread_mutex_t locks[16];

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    pthread_mutex_lock(&locks[key % 16]);
    data[key % 16]++; // no race
    pthread_mutex_unlock(&locks[key % 16]);
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
