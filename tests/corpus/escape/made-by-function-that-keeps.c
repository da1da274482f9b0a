// The function that makes the node remembers it as the last one.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *make(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) return NULL;
  n->value = value; // no race
  n->next = NULL;   // no race
  pthread_mutex_lock(&lock);
  head = n; // no race
  pthread_mutex_unlock(&lock);
  return n;
}

void *producer(void *arg) {
  struct node *n = make(1);
  if (!n) return arg;
  n->value++; // race
  return arg;
}

void *consumer(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n; n = n->next) // no race
    sum += n->value;                          // race
  pthread_mutex_unlock(&lock);
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
