// A guard object takes the lock in its constructor and gives it back in its destructor.
#include <pthread.h>

class Guard {
public:
  explicit Guard(pthread_mutex_t &lock) : lock(lock) { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }
  Guard(const Guard &) = delete;

private:
  pthread_mutex_t &lock;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, after;

static int bump(int limit) {
  Guard guard(lock);
  if (inside > limit) // no race
    return -1;
  return ++inside; // no race
}

void *worker(void *arg) {
  bump(10);
  {
    Guard guard(lock);
    inside++; // no race
  }
  after++; // race
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
