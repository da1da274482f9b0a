// What the C library reads and writes for its caller: parts of texts, limits, addresses, sets of signals, the
// status of a child, numbers in texts, the environment. And, of each, what it leaves alone.
// scheduled
// partial
#define _GNU_SOURCE
#include "part-schedule.h"

#include <arpa/inet.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[16] = "a,b", number[8] = "12 34", address[16];
static struct rlimit limit;
static sigset_t set;
static int status, exponent;
static volatile int sink, other;

static void *first(void *unused) {
  char *rest;
  strtok_r(text, ",", &rest); // race
  getrlimit(RLIMIT_CORE, &limit); // race
  inet_pton(AF_INET, "127.0.0.1", address); // race
  sigemptyset(&set); // race
  other = atoi(number); // race
  pid_t child = fork();
  if (!child) _exit(3);
  waitpid(child, &status, 0); // race
  setenv("STEWARD_CASE", "1", 1); // missed: it is the library's variable
  other = (int)frexp(other + 8.5, &exponent); // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  text[0] = 'c'; // race
  text[2] = 'd'; // imprecise: the elements of a text are not told apart
  sink = (int)limit.rlim_max; // race
  sink = address[3]; // race
  sink = address[4]; // imprecise: the same
  sink = sigismember(&set, SIGINT); // race
  number[0] = '3'; // race
  sink = status; // race
  sink = exponent; // race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
