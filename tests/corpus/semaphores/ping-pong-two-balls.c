// Main gives the ball away twice before it waits for it.
#include <pthread.h>
#include <semaphore.h>

int ball;
sem_t ping, pong;

void *player(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&ping);
    ball++; // race
    sem_post(&pong);
  }
  return arg;
}

int main(void) {
  pthread_t a;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&a, NULL, player, NULL);
  sem_post(&ping);
  for (int i = 0; i < 9; i++) {
    ball++; // race
    sem_post(&ping);
    sem_wait(&pong);
  }
  pthread_join(a, NULL);
  return ball; // no race
}
