// libraries
// Pointers to two accounts, exchanged so that locks are always taken in one order.
#include <mutex>
#include <thread>
#include <utility>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account* from, Account* to) {
  Account *first = from, *second = to;
  if (first > second) std::swap(first, second);
  std::lock_guard<std::mutex> one(first->mutex), two(second->mutex);
  --from->balance; // no race
  ++to->balance;   // no race
}

int main() {
  auto *a = new Account, *b = new Account, *c = new Account;
  std::thread x([=] { transfer(a, b), transfer(c, a); }), y([=] { transfer(b, a), transfer(b, c); });
  x.join();
  y.join();
  return a->balance;
}
