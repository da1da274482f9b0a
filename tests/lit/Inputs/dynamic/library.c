// Part of a shared library.
static int value;

void set_value(int to) { value = to; }
int get_value(void) { return value; }
