// Threads that load one library, and close it. With RACY, one of them knows of it without having loaded it.
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

int registered, closed;

static atomic_int step; // relaxed: it orders nothing
static void after(int n) {
  while (atomic_load_explicit(&step, memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { atomic_store_explicit(&step, n, memory_order_relaxed); }

static const char *path;
static void *load(void) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) abort();
  return library;
}
static int call(void *library, const char *name) {
  int (*function)(void) = (int (*)(void))dlsym(library, name);
  return function();
}

static void *first(void *unused) {
  void *library = load();
  done(1);
  after(2);
  call(library, "use_plugin");
  dlclose(library);
  done(3);
  return unused;
}

static void *second(void *unused) {
  after(1);
#ifdef RACY
  if (registered != 2) abort();
#endif
  void *library = load();
  if (registered != 2 || call(library, "plugin_value") != 2 || call(library, "plugin_made") != 3) abort();
  done(2);
  after(3);
  dlclose(library); // runs the destructors
  done(4);
  return unused;
}

static void *third(void *unused) {
  after(4);
  void *library = load(); // most likely where the last one was
  if (registered != 4 || closed != 2 || call(library, "plugin_value") != 2) abort();
  dlclose(library);
  return unused;
}

int main(int count, char **arguments) {
  path = arguments[count - 1];
  pthread_t threads[3];
  void *(*const entries[])(void *) = {first, second, third};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, entries[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
