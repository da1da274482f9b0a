// refinement
// As second-base.cpp, with one object in both slots.
#include <thread>

struct Named {
  virtual ~Named() = default;
  const char *name = "";
};

struct Counted {
  virtual ~Counted() = default;
  virtual Counted *self() { return this; }
  int count = 0;
};

struct Job : Named, Counted {
  Counted *self() override {
    if (!name) return nullptr;
    return this;
  }
};

struct Slot {
  Counted *held = nullptr;
  void hold(Counted *c) {
    if (held != c) held = c;
  }
  Counted *get() const {
    if (!held) return nullptr;
    return held->self();
  }
};

static void work(Slot *slot) {
  slot->get()->count++; // race
}

int main() {
  Slot a, b;
  Job one, two;
  a.hold(&one);
  b.hold(a.get());
  std::thread first(work, &a), second(work, &b);
  first.join();
  second.join();
  return one.count + two.count; // no race
}
