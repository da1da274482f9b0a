// Locks and flags in inline assembly order what is around them, as the same in C11 atomics would; and nothing else.
// scheduled
#include "part-schedule.h"

static int lock, flag, other;
static int under, before, behind, beside;
static volatile int sink;

static int exchange(int *at, int value) {
  __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
  return value;
}
static int add(int *at, int value) { // the address in a register
  __asm__ __volatile__("lock; xaddl %0, (%1)" : "+r"(value) : "r"(at) : "memory", "cc");
  return value;
}
static int take(int *at) { // jumps
  __asm__ goto("lock; btsl $0, %0\n\tjc %l[taken]" : : "m"(*at) : "memory", "cc" : taken);
  return 1;
taken:
  return 0;
}
static void set(int *at) { __asm__ __volatile__("movl $1, %0" : "=m"(*at) : : "memory"); }
static int get(int *at) {
  int value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
  return value;
}

static void *first(void *unused) {
  while (!take(&lock)) {
  }
  under = 1; // imprecise: what assembly does to memory is not known
  exchange(&lock, 0);
  before = 1; // imprecise: the same
  set(&flag);
  behind = 1; // race
  beside = 1; // race
  add(&other, 1);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  while (!take(&lock)) {
  }
  sink = under; // imprecise: the same
  exchange(&lock, 0);
  sink = get(&flag);
  sink = before; // imprecise: the same
  sink = behind; // race
  add(&lock, 0);
  sink = beside; // race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
