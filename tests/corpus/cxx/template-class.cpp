// A class template that keeps a value and its lock together.
#include <pthread.h>

template <typename T> class Locked {
public:
  template <typename Function> void with(Function function) {
    pthread_mutex_lock(&lock);
    function(value); // no race
    pthread_mutex_unlock(&lock);
  }
  T &unsafe() { return value; }

private:
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  T value{};
};

Locked<int> number;
Locked<long> leaked;

void *worker(void *arg) {
  number.with([](int &n) {
    n++; // no race
  });
  leaked.with([](long &n) {
    n++; // race: locked, but not below
  });
  leaked.unsafe()--; // race
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
