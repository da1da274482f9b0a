// A function that installs what it is given.
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int stop, reload;
static volatile sig_atomic_t tick;

static void install(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, NULL);
}

static void on_term(int number) {
  stop = number; // race
}

static void on_hup(int number) {
  reload = number; // race
}

static void on_alarm(int number) {
  tick = number; // no race
}

int main(void) {
  stop = reload = 0; // no race
  install(SIGTERM, on_term);
  install(SIGHUP, on_hup);
  install(SIGALRM, on_alarm);
  install(SIGPIPE, SIG_IGN);
  while (!stop) { // race
    if (reload || tick) // race
      reload = 0; // race
    pause();
  }
  return 0;
}
