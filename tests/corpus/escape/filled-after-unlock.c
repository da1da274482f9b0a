// Nodes are filled when they are in the list already.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    pthread_mutex_lock(&lock);
    n->next = head; // no race
    head = n;       // no race
    pthread_mutex_unlock(&lock);
    n->value = i; // race
  }
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
