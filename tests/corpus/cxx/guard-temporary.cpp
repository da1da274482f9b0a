// The guard has no name, so that it is gone at the end of its own line.
#include <pthread.h>

class Guard {
public:
  explicit Guard(pthread_mutex_t &lock) : lock(lock) { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }

private:
  pthread_mutex_t &lock;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *arg) {
  Guard{lock};
  counter++; // race
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
