// C++ and C in one program.
// also: part-c-and-cxx.c
#include <pthread.h>

extern "C" {
extern int shared;
void *c_worker(void *arg);
void in_cxx(void);
}

namespace {
int own;
}

void in_cxx(void) {
  own++; // race
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, c_worker, nullptr);
  pthread_create(&b, nullptr, c_worker, nullptr);
  shared++; // race
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
