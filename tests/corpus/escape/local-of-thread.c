// A request on the stack is filled, put into a queue under its lock, and waited for.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number, done;
  struct request *next;
};
struct request *queue;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *client(void *arg) {
  struct request r;
  r.number = 7; // no race
  r.done = 0;   // no race
  pthread_mutex_lock(&lock);
  r.next = queue; // no race
  queue = &r;     // no race
  while (!r.done) // no race
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

void *server(void *arg) {
  pthread_mutex_lock(&lock);
  for (; queue; queue = queue->next) // no race
    queue->done = queue->number;     // no race
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_create(&c, NULL, server, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
