// The old habit: the handler installs itself again.
#include <signal.h>
#include <unistd.h>

static int count;
static int shown;

static void on_interrupt(int number) {
  signal(number, on_interrupt);
  count++;   // no race
  shown = 1; // race
}

int main(void) {
  signal(SIGINT, on_interrupt);
  while (!shown) // race
    pause();
  return 0;
}
