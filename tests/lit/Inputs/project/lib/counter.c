#include "shared.h"

int counter;

void count(void) {
  ++counter;
  log_message("counted");
}
