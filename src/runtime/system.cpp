#include "runtime/system.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

namespace steward::runtime {

int processId() { return int(systemCall(SYS_getpid)); }

void napExactly(long nanoseconds) {
  timespec length = {0, nanoseconds};
  long slack = systemCall(SYS_prctl, PR_GET_TIMERSLACK);
  if (slack > 0) systemCall(SYS_prctl, PR_SET_TIMERSLACK, 1);
  systemCall(SYS_nanosleep, long(&length), 0);
  if (slack > 0) systemCall(SYS_prctl, PR_SET_TIMERSLACK, slack);
}

void say(const char* a, const char* b, const char* c, const char* d, const char* e) {
  char line[1024];
  size_t length = 0;
  const char* const parts[] = {"steward: ", a, b, c, d, e, "\n"};
  for (const char* part : parts)
    for (; *part && length < sizeof line; ++part) line[length++] = *part;
  systemCall(SYS_write, 2, long(line), long(length));
}

void stop(const char* a, const char* b, const char* c) {
  say(a, b, c);
  for (;;) systemCall(SYS_exit_group, 2);
}

const char* decimal(uint64_t number, NumberText& buffer) {
  char* at = buffer.text + sizeof buffer.text;
  *--at = 0;
  do *--at = char('0' + number % 10);
  while (number /= 10);
  return at;
}

} // namespace steward::runtime
