// Writers do not wait for readers: they are alone among themselves, but read while others write.
#include <pthread.h>

struct rw {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int readers, is_writing;
};
struct rw rw = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
int value, seen;

static void start_reading(struct rw *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->is_writing)
    pthread_cond_wait(&l->changed, &l->mutex);
  l->readers++; // no race
  pthread_mutex_unlock(&l->mutex);
}

static void stop_reading(struct rw *l) {
  pthread_mutex_lock(&l->mutex);
  if (--l->readers == 0) // no race
    pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static void start_writing(struct rw *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->is_writing) // no race
    pthread_cond_wait(&l->changed, &l->mutex);
  l->is_writing = 1; // no race
  pthread_mutex_unlock(&l->mutex);
}

static void stop_writing(struct rw *l) {
  pthread_mutex_lock(&l->mutex);
  l->is_writing = 0; // no race
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

void *reader(void *arg) {
  start_reading(&rw);
  int now = value; // race
  seen++;          // race
  stop_reading(&rw);
  return now ? arg : NULL;
}

void *writer(void *arg) {
  start_writing(&rw);
  value++; // race
  stop_writing(&rw);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 2; i < 4; i++)
    pthread_create(&threads[i], NULL, writer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return value;
}
