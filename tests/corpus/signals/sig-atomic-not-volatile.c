// sig_atomic_t without volatile: the compiler need not look twice. Only the two together are safe.
#include <signal.h>

static sig_atomic_t stop;

static void on_term(int number) {
  (void)number;
  stop = 1; // race
}

int main(void) {
  signal(SIGTERM, on_term);
  while (!stop) // race
    ;
  return 0;
}
