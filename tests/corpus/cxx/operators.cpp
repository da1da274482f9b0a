// Operators are functions; what they touch is touched.
#include <pthread.h>

class Tally {
public:
  Tally &operator++() {
    count++; // race
    return *this;
  }
  operator int() const {
    return count; // no race: called when all threads have ended
  }

private:
  int count = 0;
};

Tally tally;

void *worker(void *arg) {
  ++tally;
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return tally;
}
