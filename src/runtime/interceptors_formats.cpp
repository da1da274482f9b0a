// Formatted text: what printf() reads and scanf() writes for its caller, as its format says, and the text that comes of
// it.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/formats.h"

#include <stdarg.h>
#include <stdio.h>

namespace steward::runtime {

namespace {

// The arguments of a call, by their numbers. What is not an address or a size does not matter.
struct Arguments {
  unsigned count;
  uint64_t values[formatArguments];

  Arguments(const char* format, FormatOf of, va_list list) {
    ArgumentKind kinds[formatArguments];
    count = argumentsOf(format, of, kinds);
    va_list copy;
    va_copy(copy, list);
    for (unsigned i = 0; i < count; ++i) values[i] = next(kinds[i], copy);
    va_end(copy);
  }
  bool has(int argument) const { return argument >= 0 && unsigned(argument) < count; }
  void* pointer(int argument) const { return reinterpret_cast<void*>(values[argument]); }

private:
  static uint64_t next(ArgumentKind kind, va_list& list) {
    switch (kind) {
    case ArgumentKind::Int:
      return uint64_t(int64_t(va_arg(list, int)));
    case ArgumentKind::Double:
      (void)va_arg(list, double);
      return 0;
    case ArgumentKind::LongDouble:
      (void)va_arg(list, long double);
      return 0;
    default:
      return va_arg(list, uint64_t);
    }
  }
};

// The function that the program called, for reports.
struct Call {
  Thread& thread;
  const void *frame, *caller;

  void access(AccessKind kind, const void* at, size_t bytes) const {
    if (at && bytes) checkCallersAccess(thread, kind, at, bytes, frame, caller);
  }
  void readText(const char* text) const {
    if (text) access(AccessKind::Read, text, textLength(text) + 1);
  }
};

// Characters of a text that are looked at: up to its end, or so many.
template <typename Letter>
size_t lettersIn(const Letter* text, size_t limit) {
  size_t count = 0;
  while (count < limit && text[count]) ++count;
  return count < limit ? count + 1 : count;
}

// What is printed, of each argument that is a text; and where printf() stores how much it has printed. Up to the first
// that has wide characters, which it may not be able to print.
void checkPrinted(const Call& call, const char* format, va_list list) {
  if (!format) return;
  call.readText(format);
  Arguments arguments(format, FormatOf::Output, list);
  FormatReader reader(format, FormatOf::Output);
  for (Conversion each; reader.next(each);) {
    bool isText = each.letter == 's' || each.letter == 'c';
    if (isText && each.bytes != 1) return;
    if (!arguments.has(each.argument)) continue;
    void* at = arguments.pointer(each.argument);
    if (each.letter == 'n') call.access(AccessKind::Write, at, each.bytes);
    if (each.letter != 's' || !at) continue;
    size_t limit = SIZE_MAX;
    if (each.precision != Conversion::none) limit = size_t(each.precision);
    if (arguments.has(each.precisionArgument)) {
      auto given = int64_t(arguments.values[each.precisionArgument]);
      limit = given < 0 ? SIZE_MAX : size_t(given);
    }
    call.access(AccessKind::Read, at, lettersIn(static_cast<const char*>(at), limit));
  }
}

size_t scannedBytes(const Conversion& each, const void* at) {
  if (each.isAllocated) return sizeof(void*);
  if (each.letter == 'c') return size_t(each.width == Conversion::none ? 1 : each.width) * each.bytes;
  if (each.letter != 's' && each.letter != '[') return each.bytes;
  // What follows may have been stored over its end.
  size_t limit = each.width == Conversion::none ? SIZE_MAX : size_t(each.width) + 1;
  return each.bytes == 1 ? lettersIn(static_cast<const char*>(at), limit)
                         : lettersIn(static_cast<const wchar_t*>(at), limit) * each.bytes;
}

// What was stored, after the call: `got` arguments, and the counts (%n) that were surely reached: before the last of
// these, or right behind it. Of the text that was read, if it is one in memory, at least a character for each.
void checkScanned(const Call& call, const char* text, const char* format, va_list list, int got) {
  if (!format) return;
  call.readText(format);
  Arguments arguments(format, FormatOf::Input, list);
  FormatReader reader(format, FormatOf::Input);
  int stored = 0;
  size_t seen = 0;
  for (Conversion each; reader.next(each);) {
    bool isCount = each.letter == 'n', isLast = stored >= got;
    if (isLast && !(isCount && stored && each.isAdjacent)) break;
    if (!arguments.has(each.argument)) continue;
    void* at = arguments.pointer(each.argument);
    call.access(AccessKind::Write, at, scannedBytes(each, at));
    if (isCount) continue;
    ++stored;
    seen += each.letter == 'c' && each.width > 0 ? size_t(each.width) : 1;
  }
  if (text && *format) call.access(AccessKind::Read, text, seen ? seen : 1);
}

} // namespace

// `body` has the arguments in `list`, and the result in `got`. The library's function is the one that takes a list.
#define STEWARD_CALL                                                                                                   \
  Call { *entry, STEWARD_FRAME, __builtin_return_address(0) }
#define STEWARD_UNPACK(...) __VA_ARGS__
#define STEWARD_FORMATS(name, vname, parameters, body)                                                                 \
  STEWARD_INTERCEPT(int, vname, (STEWARD_UNPACK parameters, va_list list)) {                                           \
    int got;                                                                                                           \
    body return got;                                                                                                   \
  }                                                                                                                    \
  STEWARD_INTERCEPT(int, name, (STEWARD_UNPACK parameters, ...)) {                                                     \
    int got;                                                                                                           \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    body va_end(list);                                                                                                 \
    return got;                                                                                                        \
  }

#define STEWARD_PRINTS_TO(name, vname, parameters, arguments, before, after)                                           \
  STEWARD_FORMATS(name, vname, parameters, {                                                                           \
    STEWARD_ACCESSES(checkPrinted(STEWARD_CALL, format, list); before)                                                 \
    got = REAL(vname)(STEWARD_UNPACK arguments, list);                                                                 \
    after                                                                                                              \
  })
#define STEWARD_PRINTS(name, vname, parameters, arguments, after)                                                      \
  STEWARD_PRINTS_TO(name, vname, parameters, arguments, , after)
#define STEWARD_SCANS(name, vname, parameters, arguments, text, ...)                                                   \
  STEWARD_FORMATS(name, vname, parameters, {                                                                           \
    va_list stored;                                                                                                    \
    va_copy(stored, list);                                                                                             \
    got = REAL(vname)(STEWARD_UNPACK arguments, list);                                                                 \
    STEWARD_ACCESSES(__VA_ARGS__ checkScanned(STEWARD_CALL, text, format, stored, got);)                               \
    va_end(stored);                                                                                                    \
  })

// To streams and descriptors.
#define STEWARD_STREAM releaseStream(*entry, file);
#define STEWARD_OUTPUT releaseStream(*entry, stdout);
#define STEWARD_DESCRIPTOR releaseDescriptor(*entry, fd);
STEWARD_PRINTS_TO(printf, vprintf, (const char* format), (format), STEWARD_OUTPUT, )
STEWARD_PRINTS_TO(fprintf, vfprintf, (FILE * file, const char* format), (file, format), STEWARD_STREAM, )
STEWARD_PRINTS_TO(dprintf, vdprintf, (int fd, const char* format), (fd, format), STEWARD_DESCRIPTOR, )
STEWARD_PRINTS_TO(__printf_chk, __vprintf_chk, (int flag, const char* format), (flag, format), STEWARD_OUTPUT, )
STEWARD_PRINTS_TO(__fprintf_chk, __vfprintf_chk, (FILE * file, int flag, const char* format), (file, flag, format),
                  STEWARD_STREAM, )
STEWARD_PRINTS_TO(__dprintf_chk, __vdprintf_chk, (int fd, int flag, const char* format), (fd, flag, format),
                  STEWARD_DESCRIPTOR, )

// To the system's log.
#define STEWARD_LOGS(name, vname, parameters, arguments)                                                               \
  STEWARD_INTERCEPT(void, vname, (STEWARD_UNPACK parameters, va_list list)) {                                          \
    STEWARD_ACCESSES(checkPrinted(STEWARD_CALL, format, list);)                                                        \
    REAL(vname)(STEWARD_UNPACK arguments, list);                                                                       \
  }                                                                                                                    \
  STEWARD_INTERCEPT(void, name, (STEWARD_UNPACK parameters, ...)) {                                                    \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    STEWARD_ACCESSES(checkPrinted(STEWARD_CALL, format, list);)                                                        \
    REAL(vname)(STEWARD_UNPACK arguments, list);                                                                       \
    va_end(list);                                                                                                      \
  }
STEWARD_LOGS(syslog, vsyslog, (int priority, const char* format), (priority, format))
STEWARD_LOGS(__syslog_chk, __vsyslog_chk, (int priority, int flag, const char* format), (priority, flag, format))

// To memory. `room` is what the program says there is.
#define STEWARD_TEXT(room)                                                                                             \
  if (got >= 0 && (room) > 0)                                                                                          \
  STEWARD_ACCESSES(WRITES(into, size_t(got) + 1 < size_t(room) ? size_t(got) + 1 : size_t(room)))
STEWARD_PRINTS(snprintf, vsnprintf, (char* into, size_t room, const char* format), (into, room, format),
               STEWARD_TEXT(room))
STEWARD_PRINTS(sprintf, vsprintf, (char* into, const char* format), (into, format), STEWARD_TEXT(SIZE_MAX))
STEWARD_PRINTS(__snprintf_chk, __vsnprintf_chk, (char* into, size_t room, int flag, size_t size, const char* format),
               (into, room, flag, size, format), STEWARD_TEXT(room))
STEWARD_PRINTS(__sprintf_chk, __vsprintf_chk, (char* into, int flag, size_t size, const char* format),
               (into, flag, size, format), STEWARD_TEXT(SIZE_MAX))
#define STEWARD_NEW_TEXT                                                                                               \
  if (got >= 0) STEWARD_ACCESSES(WRITES(into, sizeof *into))
STEWARD_PRINTS(asprintf, vasprintf, (char** into, const char* format), (into, format), STEWARD_NEW_TEXT)
STEWARD_PRINTS(__asprintf_chk, __vasprintf_chk, (char** into, int flag, const char* format), (into, flag, format),
               STEWARD_NEW_TEXT)

// From streams and from memory. Programs call those of the standard that they are compiled for.
#define STEWARD_SCANS_ALL(prefix)                                                                                      \
  STEWARD_SCANS(prefix##scanf, prefix##vscanf, (const char* format), (format), nullptr, acquireStream(*entry, stdin);) \
  STEWARD_SCANS(prefix##fscanf, prefix##vfscanf, (FILE * file, const char* format), (file, format), nullptr,           \
                acquireStream(*entry, file);)                                                                          \
  STEWARD_SCANS(prefix##sscanf, prefix##vsscanf, (const char* text, const char* format), (text, format), text)
STEWARD_SCANS_ALL()
STEWARD_SCANS_ALL(__isoc99_)
STEWARD_SCANS_ALL(__isoc23_)

} // namespace steward::runtime
