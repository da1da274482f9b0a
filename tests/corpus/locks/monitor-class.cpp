// A class whose methods lock and unlock for its users.
#include <mutex>
#include <thread>

class Account {
public:
  void lock() { m_.lock(); }
  void unlock() { m_.unlock(); }
  int balance = 0;
  int unguarded = 0;

private:
  std::mutex m_;
};

Account accounts[2];

void worker() {
  for (Account &account : accounts) {
    account.lock();
    account.balance++; // no race
    account.unlock();
    account.unguarded++; // race
  }
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
