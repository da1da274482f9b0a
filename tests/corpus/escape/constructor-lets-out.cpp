// The constructor puts the object where others find it, before it is complete.
// libraries
#include <mutex>
#include <thread>

class Account;
static std::mutex mutex;
static Account* current;

class Account {
public:
  Account() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      current = this; // no race
    }
    balance_ = 100; // race
  }
  long balance() const { return balance_; } // race

private:
  long balance_;
};

static void open() { new Account; }

static void look(long* out) {
  std::lock_guard<std::mutex> guard(mutex);
  if (current) *out = current->balance(); // no race
}

int main() {
  long seen = 0;
  std::thread a(open), b(look, &seen);
  a.join();
  b.join();
  return static_cast<int>(seen);
}
