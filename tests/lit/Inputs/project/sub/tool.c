#include "shared.h"

int main(void) { return 0; }
