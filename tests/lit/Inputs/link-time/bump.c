// What is to be inlined wherever it is called, also from another file.
long value;
__attribute__((always_inline)) void bump(void) { value++; }
