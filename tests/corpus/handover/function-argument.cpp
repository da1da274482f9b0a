// What a std::function is called with is not its own: two threads call it with one and the same object.
// libraries
#include <functional>
#include <thread>

struct Account {
  long balance = 0;
};

static std::function<void(Account *)> deposit = [](Account *account) {
  account->balance += 10; // race
};

int main() {
  Account *shared = new Account;
  std::thread a([shared] { deposit(shared); }), b([shared] { deposit(shared); });
  a.join();
  b.join();
  delete shared;
}
