int nobody_needs_this;

int main(void) { return 0; }
