// The lock of one bucket, the count of the next.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct {
  pthread_mutex_t lock;
  int count;
} buckets[17];

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    pthread_mutex_lock(&buckets[key % 16].lock);
    buckets[key % 16 + 1].count++; // race
    pthread_mutex_unlock(&buckets[key % 16].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 17; i++)
    pthread_mutex_init(&buckets[i].lock, NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
