// A function that starts any thread: one kind of which there is one, one kind that has an element of an array each, and one
// that shares.
#include <thread>
#include <vector>

static int once;
static int own[4];
static int shared;

static void background(void *) {
  once++; // no race
}

static void body(void *argument) {
  (*static_cast<int *>(argument))++; // imprecise: that each gets another element is lost in the function that starts them
  shared = 1;                        // race
}

static void start(std::vector<std::thread> &all, void (*function)(void *), void *argument) {
  all.emplace_back(function, argument);
}

int main() {
  std::vector<std::thread> all;
  start(all, background, nullptr);
  for (int i = 0; i < 4; i++) start(all, body, &own[i]);
  for (auto &t : all) t.join();
  return shared + once;
}
