// Slots are tested under the lock and used outside of it. Who waits until a slot is full has it alone, which is not
// proved; who only looks whether there is something does not.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  int full, data, hits;
};

static struct slot *slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    while (slots[i].full) pthread_cond_wait(&changed, &lock);
    slots[i].data = i; // imprecise: one of several objects, each with a flag
    slots[i].full = 1; // no race
    slots[i].hits++;   // race
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

void *consumer(void *arg) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    while (!slots[i].full) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    sum += slots[i].data; // imprecise: one of several objects, each with a flag
    slots[i].data = 0;    // imprecise: one of several objects, each with a flag
    pthread_mutex_lock(&lock);
    slots[i].full = 0; // no race
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return sum ? arg : NULL;
}

void *observer(void *arg) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    int full = slots[i].full; // no race
    pthread_mutex_unlock(&lock);
    if (full) sum += slots[i].hits; // race
  }
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t threads[3];
  slots = calloc(10, sizeof *slots);
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_create(&threads[2], NULL, observer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
