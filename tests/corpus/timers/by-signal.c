// A timer that sends a signal: it is the handler that runs.
#include <signal.h>
#include <time.h>
#include <unistd.h>

static int ticks;
static volatile sig_atomic_t beats;

static void on_alarm(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  ticks += info->si_value.sival_int; // race
  beats++; // no race
}

int main(void) {
  timer_t timer;
  struct sigaction action = {.sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
  struct itimerspec often = {{0, 1000}, {0, 1000}};
  event.sigev_value.sival_int = 1;
  sigaction(SIGRTMIN, &action, NULL);
  timer_create(CLOCK_REALTIME, &event, &timer);
  timer_settime(timer, 0, &often, NULL);
  while (ticks < 10 && beats < 10) // race
    pause();
  return 0;
}
