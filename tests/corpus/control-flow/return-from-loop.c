// Returning from the middle of a loop that has locals whose address is taken: the way out does not go round once more.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count, other;

static int next(int *at) { return ++*at; }

void *worker(void *arg) {
  for (int i = 0; i < 10; i++) {
    int local = i;
    pthread_mutex_lock(&lock);
    if (next(&local) == 7) {
      pthread_mutex_unlock(&lock);
      return arg;
    }
    count++; // no race
    if (count > 100) {
      pthread_mutex_unlock(&lock);
      continue;
    }
    if (count == 50) {
      pthread_mutex_unlock(&lock);
      break;
    }
    count--; // no race
    pthread_mutex_unlock(&lock);
    other++; // race
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
