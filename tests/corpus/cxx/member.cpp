// A class whose methods lock, and one whose method forgot.
#include <pthread.h>

class Counter {
public:
  void increment() {
    pthread_mutex_lock(&lock);
    value++; // race: locked, but peek is not
    other++; // no race
    pthread_mutex_unlock(&lock);
  }
  int peek() const {
    return value; // race
  }

private:
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int value = 0;
  int other = 0;
};

Counter counter;

void *worker(void *arg) {
  counter.increment();
  return counter.peek() ? arg : nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return counter.peek();
}
