// The rest of the C library that reads or writes memory for its caller: times, files' states, names, numbers; and
// mappings.
#include "runtime/accesses.h"
#include "runtime/cell.h"
#include "runtime/descriptors.h"
#include "runtime/locks.h"
#include "runtime/mappings.h"
#include "runtime/sync.h"

#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

namespace steward::runtime {

// Numbers in texts: up to where the number ends.
#define STEWARD_PARSES(result, name)                                                                                   \
  STEWARD_INTERCEPT(result, name, (const char* text, char** end, int base)) {                                          \
    char* stopped = nullptr; /* and stays so if there is no such base */                                               \
    result got = REAL(name)(text, &stopped, base);                                                                     \
    if (!stopped) return got;                                                                                          \
    STEWARD_ACCESSES(READS(text, size_t(stopped - text) + 1) WRITES(end, sizeof *end))                                 \
    if (end) *end = stopped;                                                                                           \
    return got;                                                                                                        \
  }
STEWARD_PARSES(long, strtol)
STEWARD_PARSES(unsigned long, strtoul)
STEWARD_PARSES(long long, strtoll)
STEWARD_PARSES(unsigned long long, strtoull)
STEWARD_INTERCEPT(double, strtod, (const char* text, char** end)) {
  char* stopped;
  double got = REAL(strtod)(text, &stopped);
  STEWARD_ACCESSES(READS(text, size_t(stopped - text) + 1) WRITES(end, sizeof *end))
  if (end) *end = stopped;
  return got;
}

// Times.
STEWARD_AFTER(int, clock_gettime, (clockid_t clock, timespec* into), (clock, into), got == 0,
              WRITES(into, sizeof *into))
STEWARD_AFTER(int, gettimeofday, (timeval * into, void* zone), (into, zone), got == 0, WRITES(into, sizeof *into))
STEWARD_AFTER(time_t, time, (time_t* into), (into), into, WRITES(into, sizeof *into))
STEWARD_AFTER(tm*, localtime_r, (const time_t* at, tm* into), (at, into), got,
              READS(at, sizeof *at) WRITES(into, sizeof *into))
STEWARD_AFTER(tm*, gmtime_r, (const time_t* at, tm* into), (at, into), got,
              READS(at, sizeof *at) WRITES(into, sizeof *into))
STEWARD_AFTER(char*, asctime_r, (const tm* at, char* into), (at, into), got,
              READS(at, sizeof *at) WRITES(into, textLength(into) + 1))
STEWARD_AFTER(char*, ctime_r, (const time_t* at, char* into), (at, into), got,
              READS(at, sizeof *at) WRITES(into, textLength(into) + 1))
STEWARD_BEFORE(time_t, mktime, (tm * at), (at), WRITES(at, sizeof *at))
STEWARD_AFTER(size_t, strftime, (char* into, size_t room, const char* format, const tm* at), (into, room, format, at),
              got, READS_TEXT(format) READS(at, sizeof *at) WRITES(into, got + 1))
STEWARD_BEFORE(int, nanosleep, (const timespec* time, timespec* left), (time, left),
               READS(time, sizeof *time) WRITES(left, sizeof *left))

// The file system.
#define STEWARD_STATES(name)                                                                                           \
  STEWARD_AFTER(int, name, (const char* path, struct stat* into), (path, into), got == 0,                              \
                READS_TEXT(path) WRITES(into, sizeof *into))
STEWARD_STATES(stat)
STEWARD_STATES(stat64)
STEWARD_STATES(lstat)
STEWARD_STATES(lstat64)
STEWARD_AFTER(int, fstat, (int fd, struct stat* into), (fd, into), got == 0, WRITES(into, sizeof *into))
STEWARD_AFTER(int, fstat64, (int fd, struct stat* into), (fd, into), got == 0, WRITES(into, sizeof *into))
STEWARD_AFTER(int, fstatat, (int folder, const char* path, struct stat* into, int flags), (folder, path, into, flags),
              got == 0, READS_TEXT(path) WRITES(into, sizeof *into))
STEWARD_BEFORE(int, access, (const char* path, int mode), (path, mode), READS_TEXT(path))
STEWARD_BEFORE(int, unlink, (const char* path), (path), READS_TEXT(path) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, rename, (const char* from, const char* to), (from, to),
               READS_TEXT(from) READS_TEXT(to) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, mkdir, (const char* path, mode_t mode), (path, mode), READS_TEXT(path) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, rmdir, (const char* path), (path), READS_TEXT(path) releaseFileWatchers(*entry);)
STEWARD_AFTER(char*, getcwd, (char* into, size_t size), (into, size), got&& into, WRITES(into, textLength(into) + 1))
STEWARD_AFTER(ssize_t, readlink, (const char* path, char* into, size_t size), (path, into, size), got >= 0,
              READS_TEXT(path) WRITES(into, size_t(got)))
STEWARD_AFTER(char*, realpath, (const char* path, char* into), (path, into), got,
              READS_TEXT(path) if (into) WRITES(into, textLength(into) + 1))

// Others.
STEWARD_AFTER(ssize_t, getrandom, (void* into, size_t bytes, unsigned flags), (into, bytes, flags), got > 0,
              WRITES(into, size_t(got)))
STEWARD_AFTER(int, getsockname, (int fd, sockaddr* name, socklen_t* length), (fd, name, length), got == 0,
              WRITES(length, sizeof *length) WRITES(name, *length))
STEWARD_AFTER(int, getpeername, (int fd, sockaddr* name, socklen_t* length), (fd, name, length), got == 0,
              WRITES(length, sizeof *length) WRITES(name, *length))
STEWARD_AFTER(int, getsockopt, (int fd, int level, int option, void* value, socklen_t* length),
              (fd, level, option, value, length), got == 0, WRITES(length, sizeof *length) WRITES(value, *length))
STEWARD_BEFORE(int, setsockopt, (int fd, int level, int option, const void* value, socklen_t length),
               (fd, level, option, value, length), READS(value, length))
STEWARD_BEFORE(int, bind, (int fd, const sockaddr* name, socklen_t length), (fd, name, length), READS(name, length))
STEWARD_AFTER(int, gethostname, (char* into, size_t size), (into, size), got == 0, WRITES(into, textLength(into) + 1))
STEWARD_AFTER(int, getaddrinfo, (const char* node, const char* service, const addrinfo* hints, addrinfo** into),
              (node, service, hints, into), true, READS_TEXT(node) READS_TEXT(service) READS(hints, sizeof *hints);
              if (got == 0) WRITES(into, sizeof *into))
STEWARD_AFTER(int, rand_r, (unsigned* state), (state), true, WRITES(state, sizeof *state))

// The C library moves the elements; comparing them is the program's.
STEWARD_BEFORE(void, qsort, (void* at, size_t count, size_t size, int (*compare)(const void*, const void*)),
               (at, count, size, compare), WRITES(at, count* size))
STEWARD_BEFORE(void, qsort_r,
               (void* at, size_t count, size_t size, int (*compare)(const void*, const void*, void*), void* argument),
               (at, count, size, compare, argument), WRITES(at, count* size))

// Mappings: what was known of the memory is of other times.
namespace {
void fresh(void* at, size_t bytes) {
  Entry entry;
  if (!entry) return;
  forgetMapping(at, bytes);
  dropSyncs(at, bytes);
}

// What is not a range of whole pages the system refuses, and nothing happens to the memory.
bool isMappable(const void* at, size_t bytes) {
  auto from = reinterpret_cast<uintptr_t>(at);
  return bytes && from % 4096 == 0 && from < highEnd && bytes <= highEnd - from;
}
} // namespace

#define STEWARD_MAPS(name)                                                                                             \
  STEWARD_INTERCEPT(void*, name, (void* at, size_t bytes, int protection, int flags, int fd, off_t offset)) {          \
    void* got = REAL(name)(at, bytes, protection, flags, fd, offset);                                                  \
    if (got != MAP_FAILED) fresh(got, bytes);                                                                          \
    return got;                                                                                                        \
  }
STEWARD_MAPS(mmap)
STEWARD_MAPS(mmap64)
STEWARD_INTERCEPT(int, munmap, (void* at, size_t bytes)) {
  if (isMappable(at, bytes)) fresh(at, bytes); // before: afterwards it may be another thread's
  return REAL(munmap)(at, bytes);
}
STEWARD_INTERCEPT(void*, mremap, (void* at, size_t bytes, size_t newBytes, int flags, ...)) {
  va_list list;
  va_start(list, flags);
  void* wish = flags & MREMAP_FIXED ? va_arg(list, void*) : nullptr;
  va_end(list);
  if (isMappable(at, bytes)) fresh(at, bytes);
  void* got = REAL(mremap)(at, bytes, newBytes, flags, wish);
  if (got != MAP_FAILED) fresh(got, newBytes);
  return got;
}

} // namespace steward::runtime
