// Global objects are constructed before main, and so before every thread.
#include <pthread.h>

static int environment() { return 3; }

struct Settings {
  int level;
  Settings() : level(environment()) {} // no race
};

Settings settings;

void *worker(void *arg) {
  return settings.level ? arg : nullptr; // no race
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
