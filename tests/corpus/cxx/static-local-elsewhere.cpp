// Two functions with a static local each: having called one says nothing about the other. And a static that is looked
// at by another way than through the function that makes it.
#include <thread>

struct Settings {
  explicit Settings(int n) : depth(n) {} // race
  int depth;
};

static int one() { return 1; }

static Settings *seen;

static Settings &first() {
  static Settings settings(one());
  seen = &settings; // race
  return settings;
}

static int second() {
  static int value = one(); // no race
  return value; // no race
}

static void make() { first().depth += second(); } // race

static void look() {
  if (second() && seen) // race
    seen->depth++; // race
}

int main() {
  std::thread a(make), b(look);
  a.join();
  b.join();
  return 0;
}
