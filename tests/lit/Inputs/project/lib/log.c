#include "shared.h"

#include <stdio.h>

void log_message(const char* text) { puts(text); }
