// Data that goes from pipe to pipe in the kernel, several messages at once, and a timer's signal in another thread.
// scheduled
#define _GNU_SOURCE
#include "part-schedule.h"

#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int from[2], to[2], pair[2];
static int spliced, sent, timed, late;
static sem_t handled;
static volatile int sink, seen;

static void handler(int signal) {
  seen = timed; // imprecise: nor what timers send
  sem_post(&handled);
}

static void *first(void *unused) {
  spliced = 1; // imprecise: what descriptors carry is not looked at
  (void)write(from[1], "abcd", 4);
  splice(from[0], 0, to[1], 0, 4, 0);
  sent = 1; // imprecise: the same
  struct iovec part = {"abcd", 4};
  struct mmsghdr message;
  memset(&message, 0, sizeof message);
  message.msg_hdr.msg_iov = &part;
  message.msg_hdr.msg_iovlen = 1;
  sendmmsg(pair[1], &message, 1, 0);
  timed = 1; // imprecise: the same
  struct itimerval time = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &time, 0);
  late = 1; // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  after(1);
  char text[4];
  (void)read(to[0], text, 4);
  sink = spliced; // imprecise: the same
  struct iovec part = {text, 4};
  struct mmsghdr message;
  memset(&message, 0, sizeof message);
  message.msg_hdr.msg_iov = &part;
  message.msg_hdr.msg_iovlen = 1;
  recvmmsg(pair[0], &message, 1, 0, 0);
  sink = sent; // imprecise: the same
  while (sem_wait(&handled)) {
  }
  sink = late; // race
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  signal(SIGALRM, handler);
  sem_init(&handled, 0, 0);
  if (pipe(from) || pipe(to) || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return 1;
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
