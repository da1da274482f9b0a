// One thread waits for another; main created both.
#include <pthread.h>

int result;
pthread_t first;

void *compute(void *arg) {
  result = 6; // imprecise: only joins by the thread that created are followed
  return arg;
}

void *use(void *arg) {
  pthread_join(first, NULL);
  result *= 7; // imprecise: only joins by the thread that created are followed
  return arg;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, compute, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(second, NULL);
  return result; // imprecise: only joins by the thread that created are followed
}
