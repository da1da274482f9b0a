// Free places and items are counted; a mutex guards the places themselves.
#include <pthread.h>
#include <semaphore.h>

int places[4], first, last;
sem_t empty, full;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&empty);
    pthread_mutex_lock(&lock);
    places[last++ % 4] = i; // no race
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return arg;
}

void *consumer(void *arg) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    sum += places[first++ % 4]; // no race
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
  }
  *(int *)arg = sum;
  return arg;
}

int main(void) {
  pthread_t a, b;
  int sum;
  sem_init(&empty, 0, 4);
  sem_init(&full, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, &sum);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
