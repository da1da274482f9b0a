// Two files, one program: the variable and the thread are in the other file.
// also: part-two-files.c
#include <pthread.h>

extern int shared;
extern pthread_mutex_t shared_lock;
extern int guarded;
void *worker(void *arg);

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  shared = 1; // race
  pthread_mutex_lock(&shared_lock);
  guarded = 1; // no race
  pthread_mutex_unlock(&shared_lock);
  pthread_join(a, NULL);
  return 0;
}
