// The handles of the second round are stored over those of the first, whose threads nobody waits for.
#include <pthread.h>

static int rounds, twice, inner, x, y, z;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work_x(void *arg) {
  pthread_mutex_lock(&lock);
  x++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *work_y(void *arg) {
  pthread_mutex_lock(&lock);
  y++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *work_z(void *arg) {
  pthread_mutex_lock(&lock);
  z++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work_x, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  rounds = x; // race

  for (int i = 0; i < 4; i++)
    for (int round = 0; round < 2; round++) pthread_create(&threads[i], NULL, work_y, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  inner = y; // race

  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work_z, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    twice = z; // no race
  }
  return rounds + twice + inner;
}
