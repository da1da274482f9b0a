// read and recv put bytes into a buffer that another thread looks into.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

char buffer[128];
char packet[128];
int seen;

void *first(void *arg) {
  read(0, buffer, sizeof buffer);    // race
  recv(0, packet, sizeof packet, 0); // race
  return arg;
}

void *second(void *arg) {
  seen = buffer[3];  // race
  seen += packet[5]; // race
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
