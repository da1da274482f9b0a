// read() writes into the buffer, write() reads from it.
#include <pthread.h>
#include <unistd.h>

char input[16], output[16];

void *reader(void *arg) {
  return read(0, input, sizeof input) > 0 ? arg : NULL; // race
}

void *writer(void *arg) {
  return write(1, output, sizeof output) > 0 ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  char first = input[0]; // race
  output[1] = 'x';       // race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return first;
}
