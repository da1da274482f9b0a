// One thread holds the lock of the first bucket for all of them; others hold the lock of the bucket they touch.
#include <pthread.h>
#include <stddef.h>

struct bucket {
  pthread_mutex_t lock;
  int count;
};

static struct bucket table[4];

static void *sweep(void *unused) {
  (void)unused;
  pthread_mutex_lock(&table[0].lock);
  for (int i = 0; i < 4; i++)
    table[i].count = 0; // race
  pthread_mutex_unlock(&table[0].lock);
  return NULL;
}

static void *touch(void *arg) {
  size_t i = (size_t)arg % 4;
  pthread_mutex_lock(&table[i].lock);
  table[i].count++; // race
  pthread_mutex_unlock(&table[i].lock);
  return NULL;
}

int main(void) {
  pthread_t sweeper, toucher;
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&table[i].lock, NULL);
  pthread_create(&sweeper, NULL, sweep, NULL);
  pthread_create(&toucher, NULL, touch, (void *)3);
  pthread_join(sweeper, NULL);
  pthread_join(toucher, NULL);
  return 0;
}
