// Fewer locks than elements: each lock is for several elements, and data[i] has lock i % 4.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[16];
pthread_mutex_t locks[4];

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    unsigned i = key % 16;
    pthread_mutex_lock(&locks[i % 4]);
    data[i]++; // imprecise: that the index of the lock follows from that of the element is not followed
    pthread_mutex_unlock(&locks[i % 4]);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
