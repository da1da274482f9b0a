// A handler that calls functions saves and restores errno. Every thread has its own.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int wake[2];

static void on_child(int number) {
  int saved = errno; // no race
  char byte = (char)number;
  if (write(wake[1], &byte, 1) < 0) // no race: the pipe was there before the handler
    errno = 0; // no race
  errno = saved; // no race
}

static void *worker(void *arg) {
  char byte;
  while (read(wake[0], &byte, 1) < 0) // no race
    if (errno != EINTR) // no race
      break;
  return arg;
}

int main(void) {
  pthread_t a;
  if (pipe(wake) < 0) // no race
    return errno; // no race
  signal(SIGCHLD, on_child);
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  return errno; // no race
}
