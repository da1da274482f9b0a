// A function that something outside calls, on any number of threads at once: the source says so.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, guarded, config;
static _Thread_local int depth;

static void count(void) {
  hits++; // race
}

__attribute__((annotate("steward::origin"))) void on_request(int number) {
  depth++; // no race
  count();
  pthread_mutex_lock(&lock);
  guarded += number; // no race
  pthread_mutex_unlock(&lock);
  if (config) // race
    depth--; // no race
}

int main(void) {
  config = 1; // race: requests come from the start
  return 0;
}
