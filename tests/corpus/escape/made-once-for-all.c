// The first one who asks makes the object; all get the same one.
#include <pthread.h>
#include <stdlib.h>

struct shared {
  int count;
};
struct shared *shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct shared *get(void) {
  pthread_mutex_lock(&lock);
  if (!shared) shared = calloc(1, sizeof *shared); // no race
  struct shared *result = shared;                  // no race
  pthread_mutex_unlock(&lock);
  return result;
}

void *producer(void *arg) {
  get()->count++; // race
  return arg;
}

void *consumer(void *arg) {
  get()->count++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
