// An owner on the stack is no thread's own when another thread has a reference to it.
// libraries
#include <memory>
#include <thread>

struct State {
  int value = 0;
};

int main() {
  auto state = std::make_unique<State>();
  auto own = std::make_unique<State>();
  std::thread t([&state] { state->value++; }); // race
  state->value++; // race
  own->value++; // no race
  t.join();
  return state->value + own->value; // no race
}
