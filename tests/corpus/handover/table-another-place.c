// The place next to the one that was read is emptied.
#include <pthread.h>
#include <stdlib.h>

enum { places = 16 };
struct item {
  int value;
};
static struct item *table[places];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg) {
  for (int i = 0; i < places; i++) {
    struct item *item = malloc(sizeof *item);
    item->value = i; // no race
    pthread_mutex_lock(&lock);
    if (!table[i]) { // no race
      table[i] = item; // no race
      item = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(item); // no race
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < places; i++) {
    pthread_mutex_lock(&lock);
    struct item *item = table[i]; // no race
    table[(i + 1) % places] = NULL; // no race
    pthread_mutex_unlock(&lock);
    if (item) {
      item->value++; // race
      free(item);    // race
    }
  }
  return arg;
}

int main(void) {
  pthread_t p, c, d;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&d, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
