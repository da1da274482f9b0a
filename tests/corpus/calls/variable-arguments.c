// Addresses travel through a variable argument list.
#include <pthread.h>
#include <stdarg.h>

int first, second, third;

static void clear_all(int count, ...) {
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    *va_arg(list, int *) = 0; // race
  va_end(list);
}

void *worker(void *arg) {
  clear_all(2, &first, &second);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  second++; // race
  third++;  // no race
  pthread_join(a, NULL);
  return first; // no race
}
