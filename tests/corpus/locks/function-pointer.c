// Locking through function pointers: always the library's function, or perhaps one that does nothing.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int always, sometimes;

static int do_nothing(pthread_mutex_t *mutex) { return mutex == NULL; }
static int take(pthread_mutex_t *mutex) { return pthread_mutex_lock(mutex); }

static int (*lock_always)(pthread_mutex_t *) = pthread_mutex_lock;
static int (*lock_sometimes)(pthread_mutex_t *) = pthread_mutex_lock;

static void *work(void *arg) {
  lock_always(&lock);
  always++; // no race
  pthread_mutex_unlock(&lock);
  lock_sometimes(&lock);
  sometimes++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  if (argc > 1) lock_always = take;
  if (argc > 2) lock_sometimes = do_nothing;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return always + sometimes; // no race
}
