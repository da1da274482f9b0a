// A function that returns from its loop: what it read of both arrays is checked on either way out, and no more.
#include <pthread.h>

int keys[32], values[32];
int found;

static int lookup(int key) {
  for (int i = 0; i < 32; i++) {
    if (keys[i] == key) return values[i]; // imprecise: where the loop ends is not known
    if (keys[i] == 31) return -1;         // imprecise: where the loop ends is not known
    keys[i]++;                            // imprecise: where the loop ends is not known
  }
  return -2;
}

void *search(void *arg) {
  found = lookup(5);
  return arg;
}

int main(void) {
  for (int i = 0; i < 32; i++) keys[i] = i, values[i] = i * i;
  pthread_t thread;
  pthread_create(&thread, 0, search, 0);
  for (int i = 6; i < 32; i++) keys[i] = 0; // imprecise: where the loop ends is not known
  pthread_join(thread, 0);
  return found != 25;
}
