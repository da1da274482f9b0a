// A function without a body or a model may call back what it is given: directly, or by a pointer that says nothing of what
// it leads to. It does not find a function's address in what it is told to be text or a number.
#include <pthread.h>
#include <stdint.h>

void hook(void (*function)(void));
void keep(void *something);
void measure(const char *text, uint64_t number);

static int by_pointer, by_void, by_data;

static void called(void) { by_pointer++; } // race
static void kept(void) { by_void++; }      // race
static void counted(void) { by_data++; }   // no race

static void *worker(void *unused) {
  by_pointer++; // race
  by_void++;    // race
  by_data++;    // no race
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  hook(called);
  keep((void *)kept);
  measure((const char *)counted, (uint64_t)(uintptr_t)counted);
  pthread_join(t, 0);
  return 0;
}
