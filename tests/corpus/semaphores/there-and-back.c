// Request and answer by two semaphores, once.
#include <pthread.h>
#include <semaphore.h>

int question, answer, seen;
sem_t asked, answered;

void *producer(void *arg) {
  question = 6; // no race
  sem_post(&asked);
  sem_wait(&answered);
  seen = answer; // no race
  return arg;
}

void *consumer(void *arg) {
  sem_wait(&asked);
  answer = question * 7; // no race
  sem_post(&answered);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
