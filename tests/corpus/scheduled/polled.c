// A flag that is asked again and again, most often in vain: what was published between two looks is seen by the second.
// What was stored after it without an order is not.
// scheduled
#include "part-schedule.h"

atomic_int ready;
long text, more, late;

static int look(int times) {
  int found = 0;
  for (int i = 0; i < times; i++) found = atomic_load_explicit(&ready, memory_order_acquire);
  return found;
}

static void *reader(void *unused) {
  long sum = look(3);
  done(1);
  after(2);
  sum += look(1);
  sum += text; // imprecise: that all of it was published before is not known without a run
  sum += look(3);
  done(3);
  after(4);
  sum += look(3);
  sum += more; // imprecise: as above
  done(5);
  after(6);
  sum += look(3);
  sum += late; // race
  return (void *)(sum ? unused : &text);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  after(1);
  text = 1; // imprecise: as above
  atomic_store_explicit(&ready, 1, memory_order_release);
  done(2);
  after(3);
  more = 2; // imprecise: as above
  atomic_fetch_add_explicit(&ready, 1, memory_order_release);
  done(4);
  after(5);
  late = 3; // race
  atomic_store_explicit(&ready, 3, memory_order_relaxed);
  done(6);
  pthread_join(thread, 0);
  return (int)(text + more + late); // no race
}
