// A string function stays inside the array it was given; the field behind it is another place.
#include <pthread.h>
#include <string.h>

struct {
  char name[32];
  int used;
} entry = {"name", 0};

void *worker(void *arg) {
  return strlen(entry.name) > 3 ? arg : NULL; // no race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  entry.used = 1; // no race
  pthread_join(a, NULL);
  return 0;
}
