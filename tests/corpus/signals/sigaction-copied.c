// The struct that is given to sigaction was assigned as a whole: to heap memory, in another struct, to a variable.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct entry {
  int number;
  struct sigaction action;
};

static struct sigaction global;
static int a, b, c;

static void first(int number) {
  a = number; // race
}

static void second(int number) {
  b = number; // race
}

static void third(int number) {
  c = number; // race
}

int main(void) {
  struct sigaction *heap = malloc(sizeof *heap);
  *heap = (struct sigaction){.sa_handler = first, .sa_flags = SA_RESTART};
  sigaction(SIGTERM, heap, NULL);
  struct entry entry = {SIGHUP, {.sa_handler = second}};
  sigaction(entry.number, &entry.action, NULL);
  global = (struct sigaction){.sa_handler = third};
  sigaction(SIGINT, &global, NULL);
  pause();
  return a + b + c; // race
}
