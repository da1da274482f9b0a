// One place for a message; who takes it leaves the place empty.
#include <pthread.h>
#include <stdlib.h>

struct mail {
  int text;
};
static struct mail *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct mail *m = malloc(sizeof *m);
    m->text = i; // no race
    pthread_mutex_lock(&lock);
    while (slot) // no race
      pthread_cond_wait(&changed, &lock);
    slot = m; // no race
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&lock);
    while (!slot) // no race
      pthread_cond_wait(&changed, &lock);
    struct mail *m = slot; // no race
    slot = NULL;           // no race
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    m->text++; // no race
    free(m);   // no race
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
