// A pointer goes through a message of bytes.
#include <pthread.h>
#include <string.h>

struct message {
  int kind;
  char payload[16];
};

static struct message message;
static int target, other;

static void *work(void *arg) {
  int *pointer;
  memcpy(&pointer, message.payload, sizeof pointer); // no race
  *pointer += 1;                                     // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  int *pointer = &target;
  memcpy(message.payload, &pointer, sizeof pointer); // no race
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  other = 1; // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return target + other; // no race
}
