// String functions read and write the buffers they are given.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

char name[64], path[64], title[64];

void *worker(void *arg) {
  strcpy(name, "steward");                     // race
  snprintf(path, sizeof path, "/tmp/%d", 1);   // race
  return strlen(title) > 3 ? arg : NULL;       // no race
}

int main(void) {
  pthread_t a;
  strcpy(title, "untitled"); // no race
  pthread_create(&a, NULL, worker, NULL);
  size_t length = strlen(name);           // race
  int same = strcmp(path, "/tmp/1") == 0; // race
  char first = title[0];                  // no race
  pthread_join(a, NULL);
  return (int)length + same + first;
}
