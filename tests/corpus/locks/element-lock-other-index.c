// The lock of one element, the data of the next.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[17];
pthread_mutex_t locks[16];

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    unsigned i = key % 16;
    pthread_mutex_lock(&locks[i]);
    data[i]++;     // race
    data[i + 1]++; // race
    pthread_mutex_unlock(&locks[i]);
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
