// Two producers and two consumers share the place; a mutex made of a third semaphore guards the sum.
#include <pthread.h>
#include <semaphore.h>

int slot, sum;
sem_t empty, full, guard;

void *producer(void *arg) {
  sem_wait(&empty);
  slot = 1; // no race
  sem_post(&full);
  return arg;
}

void *consumer(void *arg) {
  sem_wait(&full);
  int mine = slot; // no race
  sem_post(&empty);
  sem_wait(&guard);
  sum += mine; // no race
  sem_post(&guard);
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  sem_init(&guard, 0, 1);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&d, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return sum;
}
