// Statistics of a server in C++: one class that locks in every method through a guard, and one short cut that returns a
// reference past the lock.
#include <cstdio>
#include <pthread.h>

class Guard {
public:
  explicit Guard(pthread_mutex_t &lock) : lock(lock) { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

private:
  pthread_mutex_t &lock;
};

class Statistics {
public:
  void request(long bytes) {
    Guard guard(lock);
    requests++;
    total += bytes;
    if (bytes > largest)
      largest = bytes;
  }

  long average() {
    Guard guard(lock);
    return requests ? total / requests : 0;
  }

  // For the status page, "only to look at".
  const long &largestSoFar() const { return largest; }

private:
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  long requests = 0;
  long total = 0;
  long largest = 0;
};

static Statistics statistics;

static void *connection(void *argument) {
  for (long i = 0; i < 1000; i++)
    statistics.request(i % 97);
  return argument;
}

static void *statusPage(void *argument) {
  std::printf("average %ld, largest %ld\n", statistics.average(), statistics.largestSoFar());
  return argument;
}

int main() {
  pthread_t first, second, status;
  pthread_create(&first, nullptr, connection, nullptr);
  pthread_create(&second, nullptr, connection, nullptr);
  pthread_create(&status, nullptr, statusPage, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
  pthread_join(status, nullptr);
  std::printf("average %ld\n", statistics.average());
  return 0;
}
