// Locks of a file that each thread opened for itself. Two who share one are not in each other's way.
// scheduled
#define _GNU_SOURCE
#include "part-schedule.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/steward-XXXXXX";
static int whole, described, shared, closed, streamed, duplicated;
static volatile int sink;

static void describe(int file, int type) {
  struct flock lock = {.l_type = (short)type, .l_whence = SEEK_SET};
  fcntl(file, F_OFD_SETLKW, &lock);
}

static void *first(void *unused) {
  int file = open(name, O_RDWR), other = open(name, O_RDWR);
  flock(file, LOCK_EX);
  whole = 1; // imprecise: what these order is not looked at
  flock(file, LOCK_UN);
  describe(file, F_WRLCK);
  described = 1; // imprecise: the same
  describe(file, F_UNLCK);
  flock(other, LOCK_EX);
  closed = 1; // imprecise: the same
  close(other);
  FILE *stream = fopen(name, "r+");
  flock(fileno(stream), LOCK_EX);
  streamed = 1; // imprecise: the same
  fclose(stream);
  int copy = dup(file);
  flock(file, LOCK_EX);
  duplicated = 1; // imprecise: the same
  flock(copy, LOCK_UN);
  close(copy);
  flock(file, LOCK_SH);
  shared = 1; // race
  flock(file, LOCK_UN);
  close(file);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  int file = open(name, O_RDWR);
  flock(file, LOCK_SH);
  sink = shared; // race
  flock(file, LOCK_UN);
  flock(file, LOCK_EX);
  sink = whole;  // imprecise: the same
  sink = closed; // imprecise: the same
  sink = streamed;   // imprecise: the same
  sink = duplicated; // imprecise: the same
  flock(file, LOCK_UN);
  describe(file, F_RDLCK);
  sink = described; // imprecise: the same
  describe(file, F_UNLCK);
  return unused;
}

int main(void) {
  close(mkstemp(name));
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  unlink(name);
}
