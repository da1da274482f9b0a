// Functions that the C library calls in a thread of its own when something is done: what came before the request is
// before the call, what came after it is not. And what has been read is there for who finds the request done.
// scheduled
#include "part-schedule.h"

#include <aio.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int before, late;
static char into[16], polled[16];
static struct aiocb told, asked;
static sem_t called;
static volatile int sink;

static void call(union sigval argument) {
  ++*(int *)argument.sival_ptr; // no race
  into[0]++; // no race
  late++; // race
  done(1);
  sem_post(&called);
}

static void *poll(void *unused) {
  while (aio_error(&asked) == EINPROGRESS) sched_yield();
  aio_return(&asked);
  polled[0]++; // no race
  return unused;
}

int main(void) {
  char name[] = "/tmp/steward-XXXXXX";
  int file = mkstemp(name);
  unlink(name);
  if (write(file, "text", 4) != 4) return 1;
  sem_init(&called, 0, 0);
  pthread_t thread;
  asked.aio_fildes = told.aio_fildes = file;
  asked.aio_nbytes = told.aio_nbytes = 4;
  asked.aio_buf = polled;
  told.aio_buf = into;
  pthread_create(&thread, 0, poll, 0);
  pthread_join(thread, 0);
  aio_read(&asked);
  pthread_create(&thread, 0, poll, 0);
  told.aio_sigevent.sigev_notify = SIGEV_THREAD;
  told.aio_sigevent.sigev_notify_function = call;
  told.aio_sigevent.sigev_value.sival_ptr = &before;
  before = 1; // no race
  aio_read(&told);
  after(1);
  late = 1; // race
  sem_wait(&called);
  sink = before; // no race
  pthread_join(thread, 0);
}
