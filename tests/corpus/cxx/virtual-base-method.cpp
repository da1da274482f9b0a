// The base class starts the thread; what it runs is the derived class's.
#include <pthread.h>

class Thread {
public:
  virtual ~Thread() = default;
  void start() { pthread_create(&handle, nullptr, &Thread::entry, this); }
  void join() { pthread_join(handle, nullptr); }

protected:
  virtual void run() = 0;

private:
  static void *entry(void *self) {
    static_cast<Thread *>(self)->run();
    return nullptr;
  }
  pthread_t handle{};
};

class Logger : public Thread {
public:
  int lines = 0;
  bool stop = false;

protected:
  void run() override {
    for (int i = 0; i < 10 && !stop; i++) // race
      lines++;                            // no race
  }
};

int main() {
  Logger logger;
  logger.start();
  logger.stop = true; // race
  logger.join();
  return logger.lines; // no race
}
