// A hash table whose buckets have their locks inside, taken through a pointer to the bucket.
#include <pthread.h>
#include <stdint.h>

struct bucket {
  pthread_mutex_t lock;
  int entries;
} buckets[16];

static void add(unsigned key) {
  struct bucket *bucket = &buckets[key % 16];
  pthread_mutex_lock(&bucket->lock);
  bucket->entries++; // no race
  pthread_mutex_unlock(&bucket->lock);
}

void *worker(void *arg) {
  for (unsigned key = 0; key < 100; key++)
    add(key * 7 + (unsigned)(uintptr_t)arg);
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&buckets[i].lock, NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, (void *)3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
