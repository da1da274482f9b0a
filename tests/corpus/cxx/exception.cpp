// An exception leaves the guarded block; where it is caught, the lock is given back.
#include <pthread.h>

class Guard {
public:
  explicit Guard(pthread_mutex_t &lock) : lock(lock) { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }

private:
  pthread_mutex_t &lock;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int good, bad;

static void check(int n) {
  if (n < 0)
    throw n;
}

void *worker(void *arg) {
  try {
    Guard guard(lock);
    good++; // no race
    check(arg ? 1 : -1);
    good++; // no race
  } catch (int) {
    bad++; // race
  }
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
