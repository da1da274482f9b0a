// Who is told that there is something to read is after who wrote it, before he has read it: by select, poll, epoll
// (under whatever name). Of a descriptor that is not told of, nothing is known.
// scheduled
#define _GNU_SOURCE
#include "part-schedule.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static int selected[2], polled[2], watched[2], other[2], epoll;
static int by_select, by_poll, by_epoll, by_none;
static volatile int sink;

static void *first(void *unused) {
  by_select = 1; // imprecise: what descriptors carry is not looked at
  (void)write(selected[1], "a", 1);
  by_poll = 1; // imprecise: the same
  (void)write(polled[1], "a", 1);
  by_epoll = 1; // imprecise: the same
  (void)write(watched[1], "a", 1);
  by_none = 1; // race
  (void)write(other[1], "a", 1);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(selected[0], &set);
  select(selected[0] + 1, &set, 0, 0, 0);
  sink = by_select; // imprecise: the same
  struct pollfd one = {polled[0], POLLIN, 0};
  poll(&one, 1, -1);
  sink = by_poll; // imprecise: the same
  struct epoll_event event;
  epoll_wait(epoll, &event, 1, -1);
  sink = by_epoll; // imprecise: the same
  sink = by_none; // race
  return unused;
}

int main(void) {
  if (pipe(selected) || pipe(polled) || pipe(watched) || pipe(other)) return 1;
  epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  event.data.ptr = &by_none;
  epoll_ctl(epoll, EPOLL_CTL_ADD, other[0], &event);
  epoll_ctl(epoll, EPOLL_CTL_DEL, other[0], 0);
  event.data.ptr = &by_epoll;
  epoll_ctl(epoll, EPOLL_CTL_ADD, watched[0], &event);
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
