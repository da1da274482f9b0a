// The buffer of an object that nobody has yet is itself put where others look.
#include <pthread.h>
#include <stdlib.h>

struct message {
  char *text;
};
char *shown;
struct message *last;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct message *m = malloc(sizeof *m);
  char *text = malloc(16);
  m->text = text; // no race
  pthread_mutex_lock(&lock);
  shown = m->text; // no race
  pthread_mutex_unlock(&lock);
  text[0] = 'x'; // race
  pthread_mutex_lock(&lock);
  last = m; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  int seen = 0;
  pthread_mutex_lock(&lock);
  if (shown) seen = shown[0]; // race
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
