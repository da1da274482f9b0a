// libraries
// flags: -std=c++20
// std::call_once: one thread initialises, all see what it did. The argument of one flag is not another's.
#include <mutex>
#include <thread>

static std::once_flag flag, first_flag, second_flag;
static int value, wrong, unguarded, by_method;

struct Table {
  std::once_flag once;
  int size = 0;
  void fill(int n) {
    size = n; // no race
  }
  int get() {
    std::call_once(once, &Table::fill, this, 8);
    return size; // no race
  }
};

static Table table;

static void use(int n) {
  std::call_once(flag, [] { value = 1; }); // no race
  n += value;                              // no race
  std::call_once(n % 2 ? first_flag : second_flag, [] { wrong = 1; }); // race: two flags
  unguarded = n;                                                       // race
  by_method = table.get();                                             // race
}

int main() {
  std::thread a(use, 1), b(use, 2);
  a.join();
  b.join();
  return value + wrong + unguarded + by_method; // no race
}
