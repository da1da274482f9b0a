// A handler does not interrupt itself, also when it was installed for two signals. Two handlers interrupt each other.
#include <signal.h>
#include <unistd.h>

static int of_one, of_both;

static void on_user(int number) {
  of_one += number; // no race
  of_both++;        // race
}

static void on_alarm(int number) {
  (void)number;
  of_both = 0; // race
}

int main(void) {
  signal(SIGUSR1, on_user);
  signal(SIGUSR2, on_user);
  signal(SIGALRM, on_alarm);
  for (;;)
    pause();
}
