// One thread writes a whole word, another a byte in the middle of it.
#include <pthread.h>
#include <stdint.h>

union {
  uint32_t word;
  uint8_t bytes[4];
} value;

void *writes_word(void *arg) {
  value.word = 0; // race
  return arg;
}

void *writes_byte(void *arg) {
  value.bytes[2] = 1; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes_word, NULL);
  pthread_create(&b, NULL, writes_byte, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
