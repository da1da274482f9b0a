// The race is in a library, which is linked or, with an argument, loaded.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef LINKED
void set_value(int to);
#define prepare(path) 0
#else
static void (*set_value)(int to);
static int prepare(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  set_value = (void (*)(int))dlsym(library, "set_value");
  return 0;
}
#endif

static void *worker(void *argument) {
  set_value(1);
  return argument;
}

int main(int count, char **arguments) {
  if (prepare(arguments[count - 1]))
    return 3;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  set_value(2);
  pthread_join(thread, NULL);
  return 0;
}
