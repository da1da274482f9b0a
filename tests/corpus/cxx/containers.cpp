// partial
// Containers of the standard library are reported at the lines of the program that use them.
#include <pthread.h>
#include <string>
#include <vector>

std::string name;
std::vector<int> numbers, guarded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  name += "x";          // race
  numbers.push_back(1); // race
  pthread_mutex_lock(&lock);
  guarded.push_back(2); // no race
  pthread_mutex_unlock(&lock);
  return argument;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, nullptr, worker, nullptr);
  pthread_create(&second, nullptr, worker, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
  return static_cast<int>(name.size() + numbers.size() + guarded.size()); // no race
}
