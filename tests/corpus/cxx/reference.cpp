// References are pointers that do not show.
#include <pthread.h>

int shared, own_only;
int &alias = shared;

static void set(int &target, const int &source) {
  target = source; // race: when the target is the shared variable
}

void *worker(void *arg) {
  set(alias, 3);
  return arg;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, worker, nullptr);
  int local = 0;
  set(local, own_only);
  local += shared; // race
  pthread_join(a, nullptr);
  return local; // no race
}
