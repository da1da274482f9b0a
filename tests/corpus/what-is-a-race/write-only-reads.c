// write and send only read the buffer: two of them do not meet.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

char buffer[128];

void *first(void *arg) {
  write(1, buffer, sizeof buffer); // no race
  return arg;
}

void *second(void *arg) {
  send(1, buffer, sizeof buffer, 0); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
