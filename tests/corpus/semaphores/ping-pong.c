// Both semaphores start at 0. Main has the ball first, and gives it away by the first post.
#include <pthread.h>
#include <semaphore.h>

int ball;
sem_t ping, pong;

void *player(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&ping);
    ball++; // no race
    sem_post(&pong);
  }
  return arg;
}

int main(void) {
  pthread_t a;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&a, NULL, player, NULL);
  for (int i = 0; i < 10; i++) {
    ball++; // no race
    sem_post(&ping);
    sem_wait(&pong);
  }
  pthread_join(a, NULL);
  return ball; // no race
}
