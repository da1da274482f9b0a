// One row of a table of handles, and the handles of one pool: the others' threads go on.
#include <pthread.h>

struct pool {
  int size;
  pthread_t threads[4];
};

static struct pool pools[2], single;
static pthread_t table[2][4];
static int x, y, z;
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

static void start(struct pool *pool) {
  for (int i = 0; i < 4; i++) pthread_create(&pool->threads[i], NULL, work_y, NULL);
}

static void stop(struct pool *pool) {
  for (int i = 0; i < 4; i++) pthread_join(pool->threads[i], NULL);
}

int main(void) {
  for (int row = 0; row < 2; row++)
    for (int i = 0; i < 4; i++) pthread_create(&table[row][i], NULL, work_x, NULL);
  for (int i = 0; i < 4; i++) pthread_join(table[0][i], NULL);
  int sum = x; // race

  start(&pools[0]);
  stop(&pools[1]);
  sum += y; // race

  for (int i = 0; i < 4; i++) pthread_create(&single.threads[i], NULL, work_z, NULL);
  for (int i = 0; i < 4; i++) pthread_join(single.threads[i], NULL);
  return sum + z; // no race
}
