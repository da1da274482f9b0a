// Code that has no line, as the optimiser leaves it: all of a file's first function, and the end of another.
#include <pthread.h>
long first_value, second_value;
#line 0
void *first(void *at) { return first_value++, at; }
#line 20
void *second(void *at) {
  long added = 3;
#line 0
  return second_value += added, at; }
#line 30
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, i % 2 ? first : second, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  return 0;
}
