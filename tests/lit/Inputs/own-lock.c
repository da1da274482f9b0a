#include <pthread.h>

struct big_lock;
void big_lock_take(struct big_lock *lock);
void big_lock_drop(struct big_lock *lock);
extern struct big_lock the_lock;

int counter;

static void *worker(void *arg) {
  big_lock_take(&the_lock);
  counter++;
  big_lock_drop(&the_lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  big_lock_take(&the_lock);
  counter = 5;
  big_lock_drop(&the_lock);
  pthread_join(thread, NULL);
  return 0;
}
