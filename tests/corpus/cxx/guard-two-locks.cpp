// One guard class serves two locks. Both variables are always under their own.
#include <pthread.h>

class Guard {
public:
  explicit Guard(pthread_mutex_t &lock) : lock(lock) { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }

private:
  pthread_mutex_t &lock;
};

pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
int first, second;

void *worker(void *arg) {
  {
    Guard guard(first_lock);
    first++; // no race
  }
  {
    Guard guard(second_lock);
    second++; // no race
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
