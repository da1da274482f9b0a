struct state {
  char padding[4];
  int second;
};

static int counter;
static struct state state;

static void bump(void) {
  counter++;      // no race: only the thread's
  state.second++; // no race: only the thread's
}

void *worker(void *arg) {
  bump();
  return arg;
}
