// Two loops fill one array: different parts of it, or the same part again.
#include <pthread.h>

static int a, b, c;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work_a(void *arg) {
  pthread_mutex_lock(&lock);
  a++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *work_b(void *arg) {
  pthread_mutex_lock(&lock);
  b++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *work_c(void *arg) {
  pthread_mutex_lock(&lock);
  c++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *idle(void *arg) { return arg; }

int main(void) {
  pthread_t parts[6], again[3];
  for (int i = 0; i < 3; i++) pthread_create(&parts[i], NULL, work_a, NULL);
  for (int i = 3; i < 6; i++) pthread_create(&parts[i], NULL, work_b, NULL);
  for (int i = 0; i < 6; i++) pthread_join(parts[i], NULL);
  int sum = a + b; // no race

  for (int i = 0; i < 3; i++) pthread_create(&again[i], NULL, work_c, NULL);
  for (int i = 0; i < 3; i++) pthread_create(&again[i], NULL, idle, NULL);
  for (int i = 0; i < 3; i++) pthread_join(again[i], NULL);
  return sum + c; // race
}
