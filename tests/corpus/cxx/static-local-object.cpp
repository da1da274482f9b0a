// An object that a function makes the first time it is called. Making it comes before all uses of it, in whichever
// thread that was; what is changed later needs a lock.
#include <mutex>
#include <string>
#include <thread>

class Registry {
public:
  explicit Registry(int size) : size_(size), name_("registry") { // no race
    counted_ = 0; // no race
    touched_ = size; // no race
  }
  int size() const { return size_ + static_cast<int>(name_.size()); } // no race
  void count() {
    std::lock_guard<std::mutex> guard(mutex_);
    counted_++; // no race
  }
  void touch() { touched_++; } // race

private:
  int size_;
  std::string name_;
  std::mutex mutex_;
  int counted_;
  int touched_;
};

static int configured() { return 16; }

static Registry &registry() {
  static Registry theRegistry(configured());
  return theRegistry;
}

// On the heap, never to be deleted.
static Registry &other() {
  static Registry *const theOther = new Registry(configured());
  return *theOther;
}

// By hand, without the compiler's guard.
static Registry *third() {
  static Registry *theThird;
  if (!theThird) theThird = new Registry(3); // race
  return theThird; // race
}

static int sum;
static std::mutex sumMutex;

static void work() {
  for (int i = 0; i < 2; i++) {
    registry().count();
    other().count();
  }
  registry().touch();
  if (third()) other().count();
  std::lock_guard<std::mutex> guard(sumMutex);
  sum += registry().size() + other().size(); // no race
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return sum + registry().size(); // no race
}
