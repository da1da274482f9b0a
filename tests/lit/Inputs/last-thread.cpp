// The main thread leaves first; the last thread ends the program, and objects are destroyed in it, after its own end.
#include <cstdio>
#include <pthread.h>

struct Log {
  long entries[64], used;
  ~Log() {
    for (long &entry : entries) entry = ++used;
    std::printf("%ld entries\n", used);
  }
} logged;

static void *work(void *) { return nullptr; }

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_detach(thread);
  pthread_exit(nullptr);
}
