// A string function stays inside the array it was given; the field behind it is another place.
#include <pthread.h>
#include <string.h>

struct {
  char name[32];
  int used;
} entry = {"name", 0};

void *worker(void *arg) {
  return strlen(entry.name) > 3 ? arg : NULL; // imprecise: a string is taken to reach to the end of its structure
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  entry.used = 1; // imprecise: a string is taken to reach to the end of its structure
  pthread_join(a, NULL);
  return 0;
}
