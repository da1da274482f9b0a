int counter;

void increment(void) { counter++; }
