// What is done before a handler is installed is done before it runs; what comes after may be interrupted.
#include <signal.h>
#include <stdlib.h>

static int *table, size, interrupts;

static void on_alarm(int number) {
  (void)number;
  if (table[0] < size) // race
    interrupts++;      // no race: nobody else looks
}

int main(void) {
  size = 8; // no race
  table = calloc(8, sizeof *table); // no race
  table[0] = 1; // no race
  signal(SIGALRM, on_alarm);
  table[0] = 2; // race
  return 0;
}
