// A search that ends at the third element reads none behind it, though code that compares four at a time would.
#include <pthread.h>

int values[64] = {5, 6, 7};
int place;

void *search(void *arg) {
  int i;
  for (i = 0; i < 64; i++)
    if (values[i] == 7) break; // imprecise: where the search ends is not known
  place = i;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, search, 0);
  for (int i = 3; i < 64; i++) values[i] = i; // imprecise: where the search ends is not known
  pthread_join(thread, 0);
  return place == 3;
}
