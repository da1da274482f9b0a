// What a loop would add to if there were anything to add is not read when there is nothing, though code that keeps the sum
// in a register would read it first.
#include <pthread.h>

int entries[64];
long total;

static void add(int count) {
  for (int i = 0; i < count; i++)
    if (entries[i]) total += entries[i]; // imprecise: that all entries are 0 is not known
}

void *sum(void *arg) {
  add(64);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sum, 0);
  total = 1; // imprecise: that all entries are 0 is not known
  pthread_join(thread, 0);
  return total != 1;
}
