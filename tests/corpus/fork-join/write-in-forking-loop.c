// In the text the write stands before the creation; in the second round it comes after the first round's.
#include <pthread.h>

int round_number;

void *worker(void *arg) {
  return round_number ? arg : NULL; // race
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    round_number = i; // race
    pthread_create(&threads[i], NULL, worker, NULL);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
