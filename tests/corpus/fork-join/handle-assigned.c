// A handle that is assigned to another variable takes the place of what that held: the first thread is not waited for.
#include <pthread.h>
#include <stddef.h>

static int of_first, of_second;

static void *first(void *unused) {
  (void)unused;
  of_first = 1; // race
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  of_second = 1; // imprecise: a handle that is copied is not followed
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  a = b;
  pthread_join(a, NULL);
  of_first = 2; // race
  of_second = 2; // imprecise: a handle that is copied is not followed
  return 0;
}
