#include "shared.h"

int plugged;

/* The program has a function of this name too, and what it calls is its own. */
__attribute__((visibility("hidden"))) void helper(void) { ++plugged; }

void plug(void) { helper(); }
