// Functions take and release the lock of an element; another one is used.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[16];
pthread_mutex_t locks[16];

static void take(unsigned i) { pthread_mutex_lock(&locks[i]); }

static void give(unsigned i) { pthread_mutex_unlock(&locks[i]); }

void *worker(void *arg) {
  unsigned key = (unsigned)(uintptr_t)arg;
  for (unsigned k = 0; k < 100; k++, key += 7) {
    unsigned i = key % 16;
    take(i);
    data[15 - i]++; // race
    give(i);
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
