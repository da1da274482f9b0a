// One wrapper creates both threads, which run different functions on different variables.
#include <pthread.h>

int left, right, both;

void *count_left(void *arg) {
  left++; // no race
  both++; // race
  return arg;
}

void *count_right(void *arg) {
  right++; // no race
  both++;  // race
  return arg;
}

static pthread_t spawn(void *(*body)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  return thread;
}

int main(void) {
  pthread_t a = spawn(count_left);
  pthread_t b = spawn(count_right);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
