#include "runtime/text.h"
#include "runtime/system.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::runtime {

void Text::addQuoted(const char* text) {
  add('"');
  for (; text && *text; ++text) {
    unsigned char letter = (unsigned char)*text;
    if (letter == '"' || letter == '\\') {
      add('\\');
      add(char(letter));
    } else if (letter == '\n')
      add("\\n");
    else if (letter < ' ') {
      add("\\x");
      add("0123456789abcdef"[letter >> 4]);
      add("0123456789abcdef"[letter & 15]);
    } else
      add(char(letter));
  }
  add('"');
}

// The system call itself: the C library's write() may be one of the functions that the runtime stands before.
bool Text::writeTo(int file) const {
  size_t done = 0;
  while (done < size_) {
    long written = systemCall(SYS_write, file, long(data_ + done), long(size_ - done));
    if (written == -EINTR) continue;
    if (written <= 0) return false;
    done += size_t(written);
  }
  return true;
}

} // namespace steward::runtime
