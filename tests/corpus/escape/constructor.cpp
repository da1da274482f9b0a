// An object is made, worked on by its constructor and methods, and then put where others find it.
// libraries
#include <mutex>
#include <thread>
#include <vector>

class Account {
public:
  explicit Account(int number) : number_(number) {} // no race
  void deposit(long amount) { balance_ += amount; } // no race
  long balance() const { return balance_; }         // no race
  int number() const { return number_; }            // no race

private:
  int number_;
  long balance_ = 0; // no race
};

static std::mutex mutex;
static Account* current;

static void open() {
  auto* account = new Account(7);
  account->deposit(100);
  std::lock_guard<std::mutex> guard(mutex);
  current = account; // no race
}

static void look(long* out) {
  std::lock_guard<std::mutex> guard(mutex);
  if (current) *out = current->balance() + current->number(); // no race
}

int main() {
  long seen = 0;
  std::thread a(open), b(look, &seen);
  a.join();
  b.join();
  return static_cast<int>(seen);
}
