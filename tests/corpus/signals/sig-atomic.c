// volatile sig_atomic_t is what C lets a handler share with the rest: as a variable, in a struct, through a pointer and
// behind a typedef. A neighbour in the same struct is not meant.
#include <signal.h>
#include <unistd.h>

typedef volatile sig_atomic_t flag;

struct control {
  int reloads;
  volatile sig_atomic_t reload;
};

static struct control control;
static volatile sig_atomic_t flags[2];
static flag stop;
static flag *where = &stop;

static void on_hup(int number) {
  control.reload = 1;        // no race
  control.reloads++;         // race
  flags[number == SIGHUP]++; // no race
  *where = 1;                // no race
}

int main(void) {
  struct sigaction action = {.sa_handler = on_hup};
  sigaction(SIGHUP, &action, NULL);
  while (!*where) {       // no race
    pause();
    if (control.reload) { // no race
      control.reload = 0; // no race
      if (control.reloads > 3) // race
        break;
      flags[0] = flags[1]; // no race
    }
  }
  return 0;
}
