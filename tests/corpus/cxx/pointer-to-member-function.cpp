// The method that is called is held in a variable.
#include <pthread.h>

class Machine {
public:
  void start() {
    state = 1; // race
  }
  void halt() {
    state = 2; // race
  }
  int state = 0;
};

Machine machine;

void *worker(void *arg) {
  void (Machine::*action)() = arg ? &Machine::start : &Machine::halt;
  (machine.*action)(); // no race
  return arg;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, &a);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return machine.state; // no race
}
