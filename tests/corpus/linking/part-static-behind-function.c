static int hidden;

void increment(void) {
  hidden++; // race
}

int *address(void) { return &hidden; }
