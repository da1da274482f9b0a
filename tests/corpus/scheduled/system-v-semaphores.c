// System V's semaphores: as locks, and waited for until they are zero. Making one smaller is no news for who does so too.
// scheduled
#include "part-schedule.h"

#include <sys/ipc.h>
#include <sys/sem.h>

static int set, under, counted, beside;
static volatile int sink;

static void change(int number, int by) {
  struct sembuf operation = {(unsigned short)number, (short)by, 0};
  if (set >= 0) semop(set, &operation, 1);
}

static void *first(void *unused) {
  change(0, -1);
  under = 1; // imprecise: what these order is not looked at
  change(0, 1);
  counted = 1; // imprecise: the same
  change(1, -1);
  beside = 1; // race
  change(2, -1);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  change(2, -1);
  sink = beside; // race
  change(0, -1);
  sink = under; // imprecise: the same
  change(0, 1);
  change(1, 0);
  sink = counted; // imprecise: the same
  return unused;
}

int main(void) {
  set = semget(IPC_PRIVATE, 3, 0600 | IPC_CREAT);
  change(0, 1);
  change(1, 1);
  change(2, 2);
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  if (set >= 0) semctl(set, 0, IPC_RMID);
}
