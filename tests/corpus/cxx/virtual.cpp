// A thread runs a task through a virtual function; one class of task locks, another does not.
#include <pthread.h>

int locked_count, open_count, never_count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct Task {
  virtual ~Task() = default;
  virtual void run() = 0;
};

struct LockedTask : Task {
  void run() override {
    pthread_mutex_lock(&lock);
    locked_count++; // no race
    pthread_mutex_unlock(&lock);
  }
};

struct OpenTask : Task {
  void run() override {
    open_count++; // race
  }
};

struct NeverMade : Task {
  void run() override {
    never_count++; // no race: there is no object of this class
  }
};

void *trampoline(void *arg) {
  static_cast<Task *>(arg)->run();
  return nullptr;
}

int main() {
  LockedTask locked1, locked2;
  OpenTask open1, open2;
  Task *tasks[] = {&locked1, &locked2, &open1, &open2};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], nullptr, trampoline, tasks[i]);
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  return 0;
}
