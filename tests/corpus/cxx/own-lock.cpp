// Objects made by new, each with its lock inside and a guard around every method.
#include <pthread.h>

class Account {
  struct Guard {
    Account &account;
    explicit Guard(Account &account) : account(account) { pthread_mutex_lock(&account.lock); }
    ~Guard() { pthread_mutex_unlock(&account.lock); }
  };

public:
  void deposit(int amount) {
    pthread_mutex_lock(&lock);
    balance += amount; // no race
    pthread_mutex_unlock(&lock);
  }
  void count() {
    Guard guard(*this);
    transactions++; // no race
  }
  void touch() {
    touched = true; // race
  }

private:
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int balance = 0;
  int transactions = 0;
  bool touched = false;
};

Account *accounts[4];

void *worker(void *arg) {
  for (Account *account : accounts) { // no race
    account->deposit(1);
    account->count();
    account->touch();
  }
  return arg;
}

int main() {
  pthread_t a, b;
  for (Account *&account : accounts)
    account = new Account; // no race
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  for (Account *account : accounts)
    delete account; // no race
  return 0;
}
