// Two threads write different fields of one structure; there is nothing to protect.
#include <pthread.h>

struct {
  char flag;
  char letter;
  int number;
} shared;

void *writes_flag(void *arg) {
  shared.flag = 1; // no race
  return arg;
}

void *writes_number(void *arg) {
  shared.letter = 'x'; // no race: neighbouring bytes are different places
  shared.number = 1;   // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes_flag, NULL);
  pthread_create(&b, NULL, writes_number, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared.flag; // no race
}
