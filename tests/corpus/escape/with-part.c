// An object and the buffer in it are filled, then the object is made visible.
#include <pthread.h>
#include <stdlib.h>

struct message {
  char *text;
  int length;
};
struct message *last;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct message *m = malloc(sizeof *m);
  char *text = malloc(16);
  m->text = text; // no race
  text[0] = 'x';  // no race
  m->length = 1;  // no race
  pthread_mutex_lock(&lock);
  last = m; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  int seen = 0;
  pthread_mutex_lock(&lock);
  if (last) seen = last->text[0] + last->length; // no race
  pthread_mutex_unlock(&lock);
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
