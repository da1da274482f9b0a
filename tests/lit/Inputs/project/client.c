#include "shared.h"

#include <pthread.h>

int sent;

static void* send_all(void* argument) {
  ++sent;
  log_message("sent");
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, send_all, 0);
  ++sent;
  pthread_join(thread, 0);
  return 0;
}
