// One at a time: it does not race with itself, but with the rest.
static int ticks, shared;

__attribute__((annotate("steward::origin:once"))) void on_interrupt(void) {
  ticks++;  // no race
  shared++; // race
}

__attribute__((annotate("steward::origin:once"))) void on_timer(void) {
  shared = 0; // race
}

__attribute__((annotate("something else"))) void helper(void) {
  ticks = 0; // no race: nobody calls it
}

int main(void) {
  return shared; // race
}
