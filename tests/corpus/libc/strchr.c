// strchr returns a pointer into the string it was given.
#include <pthread.h>
#include <string.h>

char line[] = "key=value";

void *worker(void *arg) {
  char *equals = strchr(line, '='); // race
  if (equals)
    *equals = 0; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  size_t length = strlen(line); // race
  line[0] = 'K';                // race
  pthread_join(a, NULL);
  return (int)length;
}
