#include <pthread.h>
#include <stdlib.h>

static void *get(size_t size) {
  void *memory = malloc(size);
  if (!memory) abort();
  return memory;
}

static void *left(void *arg) {
  int *mine = arg;
  *mine = 1;
  return NULL;
}

static void *right(void *arg) {
  int *mine = arg;
  *mine = 2;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, get(sizeof(int)));
  pthread_create(&b, NULL, right, get(sizeof(int)));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
