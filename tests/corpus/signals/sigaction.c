// The handler is a member of the struct that sigaction is given: set by hand, by an initializer, or in a table.
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int by_hand, by_initializer, from_table, of_nobody;

static void first(int number) {
  by_hand = number; // race
}

static void second(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  by_initializer = info->si_pid; // race
}

static void third(int number) {
  from_table = number; // race
}

static void never(int number) {
  of_nobody = number; // no race: it is never installed
}

static const struct {
  int number;
  struct sigaction action;
} table[] = {{SIGUSR1, {.sa_handler = third}}, {SIGPIPE, {.sa_handler = SIG_IGN}}};

void (*unused)(int) = never;

int main(void) {
  struct sigaction by_members;
  memset(&by_members, 0, sizeof by_members);
  sigemptyset(&by_members.sa_mask);
  by_members.sa_handler = first;
  sigaction(SIGINT, &by_members, NULL);
  struct sigaction initialized = {.sa_sigaction = second, .sa_flags = SA_SIGINFO};
  sigaction(SIGTERM, &initialized, NULL);
  for (int i = 0; i < 2; i++)
    sigaction(table[i].number, &table[i].action, NULL);
  signal(SIGUSR2, SIG_DFL);
  pause();
  return by_hand + by_initializer + from_table + of_nobody; // race
}
