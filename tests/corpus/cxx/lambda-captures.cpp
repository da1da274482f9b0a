// A lambda with captures is an object; its address is what the thread gets.
#include <pthread.h>

template <typename Function> void *call(void *arg) {
  (*static_cast<Function *>(arg))();
  return nullptr;
}

int main() {
  int by_reference = 0, by_value = 0;
  auto body = [&by_reference, by_value]() mutable {
    by_reference++; // race
    by_value++;     // no race: the lambda's own copy
  };
  pthread_t a;
  pthread_create(&a, nullptr, call<decltype(body)>, &body);
  by_reference++; // race
  by_value++;     // no race
  pthread_join(a, nullptr);
  return by_reference + by_value; // no race
}
