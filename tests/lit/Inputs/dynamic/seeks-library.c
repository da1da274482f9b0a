// A library that loads one which only it can find; and with MAIN, who asks it to.
#ifdef MAIN
int is_found(void);
int main(void) { return is_found() ? 0 : 1; }
#else
#include <dlfcn.h>
int is_found(void) { return dlopen("libsought.so", RTLD_NOW) != 0; }
#endif
