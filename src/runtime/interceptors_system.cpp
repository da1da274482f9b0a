// What the C library tells of the system, and what it is told: limits, times of processes, users, addresses, names of
// files, the environment, children.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <grp.h>
#include <iconv.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

extern char** environ;

namespace steward::runtime {

// A result of a fixed size, if the function returned 0.
#define STEWARD_TELLS(name, parameters, arguments)                                                                     \
  STEWARD_AFTER(int, name, parameters, arguments, got == 0, WRITES(into, sizeof *into))
STEWARD_TELLS(getrusage, (int who, struct rusage* into), (who, into))
STEWARD_TELLS(getrlimit, (int which, struct rlimit* into), (which, into))
STEWARD_TELLS(getrlimit64, (int which, struct rlimit64* into), (which, into))
STEWARD_TELLS(clock_getres, (clockid_t clock, timespec* into), (clock, into))
STEWARD_TELLS(uname, (utsname * into), (into))
STEWARD_TELLS(getitimer, (int which, itimerval* into), (which, into))
STEWARD_TELLS(timerfd_gettime, (int fd, itimerspec* into), (fd, into))
STEWARD_TELLS(timer_gettime, (timer_t timer, itimerspec* into), (timer, into))
STEWARD_TELLS(sem_getvalue, (sem_t * semaphore, int* into), (semaphore, into))
STEWARD_TELLS(sigpending, (sigset_t * into), (into))
STEWARD_TELLS(fstatvfs, (int fd, struct statvfs* into), (fd, into))
STEWARD_TELLS(fstatvfs64, (int fd, struct statvfs64* into), (fd, into))
STEWARD_TELLS(fstatfs, (int fd, struct statfs* into), (fd, into))
STEWARD_TELLS(fstatfs64, (int fd, struct statfs64* into), (fd, into))
STEWARD_AFTER(clock_t, times, (tms * into), (into), got != clock_t(-1), WRITES(into, sizeof *into))
STEWARD_AFTER(int, getloadavg, (double into[], int count), (into, count), got > 0, WRITES(into, size_t(got) * 8))
STEWARD_AFTER(int, getgroups, (int room, gid_t into[]), (room, into), got > 0 && room,
              WRITES(into, size_t(got) * sizeof *into))
STEWARD_AFTER(int, getentropy, (void* into, size_t bytes), (into, bytes), got == 0, WRITES(into, bytes))
STEWARD_AFTER(int, sched_getaffinity, (pid_t process, size_t bytes, cpu_set_t* into), (process, bytes, into), got == 0,
              WRITES(into, bytes))
STEWARD_BEFORE(int, sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t* from), (process, bytes, from),
               READS(from, bytes))
STEWARD_BEFORE(int, setrlimit, (int which, const struct rlimit* from), (which, from), READS(from, sizeof *from))
STEWARD_BEFORE(int, setrlimit64, (int which, const struct rlimit64* from), (which, from), READS(from, sizeof *from))
STEWARD_BEFORE(time_t, timegm, (tm * at), (at), WRITES(at, sizeof *at))

// Texts of a size that is known afterwards.
STEWARD_AFTER(int, ttyname_r, (int fd, char* into, size_t room), (fd, into, room), got == 0,
              WRITES(into, textLength(into) + 1))
STEWARD_AFTER(int, getlogin_r, (char* into, size_t room), (into, room), got == 0, WRITES(into, textLength(into) + 1))
STEWARD_AFTER(size_t, confstr, (int name, char* into, size_t room), (name, into, room), got&& room,
              WRITES(into, got < room ? got : room))
STEWARD_AFTER(char*, strerror_r, (int error, char* into, size_t room), (error, into, room), got == into && into,
              WRITES(into, textLength(into) + 1))
STEWARD_AFTER(int, __xpg_strerror_r, (int error, char* into, size_t room), (error, into, room), got == 0 && room,
              WRITES(into, textLength(into) + 1))
STEWARD_AFTER(int, pthread_getname_np, (pthread_t thread, char* into, size_t room), (thread, into, room), got == 0,
              WRITES(into, textLength(into) + 1))

// Names of files, and other texts that are only read.
#define STEWARD_READS_NAME(result, name, parameters, arguments)                                                        \
                                                                                                                       \
  STEWARD_BEFORE(result, name, parameters, arguments, READS_TEXT(path) releaseFileWatchers(*entry);)
STEWARD_READS_NAME(int, chdir, (const char* path), (path))
STEWARD_READS_NAME(int, chroot, (const char* path), (path))
STEWARD_READS_NAME(int, chmod, (const char* path, mode_t mode), (path, mode))
STEWARD_READS_NAME(int, chown, (const char* path, uid_t user, gid_t group), (path, user, group))
STEWARD_READS_NAME(int, lchown, (const char* path, uid_t user, gid_t group), (path, user, group))
STEWARD_READS_NAME(int, mkfifo, (const char* path, mode_t mode), (path, mode))
STEWARD_READS_NAME(int, mknod, (const char* path, mode_t mode, dev_t device), (path, mode, device))
STEWARD_READS_NAME(int, truncate, (const char* path, off_t size), (path, size))
STEWARD_READS_NAME(int, truncate64, (const char* path, off64_t size), (path, size))
STEWARD_READS_NAME(int, remove, (const char* path), (path))
STEWARD_READS_NAME(int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
STEWARD_READS_NAME(int, mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode))
STEWARD_READS_NAME(int, faccessat, (int folder, const char* path, int mode, int flags), (folder, path, mode, flags))
STEWARD_READS_NAME(DIR*, opendir, (const char* path), (path))
STEWARD_READS_NAME(key_t, ftok, (const char* path, int number), (path, number))
STEWARD_READS_NAME(int, system, (const char* path), (path))
STEWARD_BEFORE(int, symlink, (const char* from, const char* to), (from, to),
               READS_TEXT(from) READS_TEXT(to) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, link, (const char* from, const char* to), (from, to),
               READS_TEXT(from) READS_TEXT(to) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, utimes, (const char* path, const timeval times[2]), (path, times),
               READS_TEXT(path) READS(times, 2 * sizeof *times))
STEWARD_BEFORE(int, utime, (const char* path, const utimbuf* times), (path, times),
               READS_TEXT(path) READS(times, sizeof *times))
STEWARD_BEFORE(FILE*, popen, (const char* command, const char* mode), (command, mode),
               READS_TEXT(command) READS_TEXT(mode))
// (How much of a text a pattern needs, only the match tells.)
STEWARD_BEFORE(int, fnmatch, (const char* pattern, const char* text, int flags), (pattern, text, flags),
               READS(pattern, 1) if (*pattern) READS(text, 1))
STEWARD_AFTER(int, regcomp, (regex_t * into, const char* pattern, int flags), (into, pattern, flags), got == 0,
              READS_TEXT(pattern) WRITES(into, sizeof *into))
STEWARD_AFTER(
    int, regexec, (const regex_t* pattern, const char* text, size_t count, regmatch_t into[], int flags),
    (pattern, text, count, into, flags), got == 0,
    READS(pattern, sizeof *pattern) if (count && into && !pattern->no_sub) {
      if (!(flags & REG_STARTEND) && into[0].rm_eo > 0) READS(text, size_t(into[0].rm_eo))
      WRITES(into, count * sizeof *into)
    })
#define STEWARD_STATES(name, type)                                                                                     \
  STEWARD_AFTER(int, name, (const char* path, struct type* into), (path, into), got == 0,                              \
                READS_TEXT(path) WRITES(into, sizeof *into))
STEWARD_STATES(statfs, statfs)
STEWARD_STATES(statfs64, statfs64)
STEWARD_STATES(statvfs, statvfs)
STEWARD_STATES(statvfs64, statvfs64)
STEWARD_AFTER(int, statx, (int folder, const char* path, int flags, unsigned mask, struct statx* into),
              (folder, path, flags, mask, into), got == 0, READS_TEXT(path) WRITES(into, sizeof *into))

// The environment is one for all; what changes it must not meet what looks at it.
STEWARD_BEFORE(char*, getenv, (const char* name), (name), READS_TEXT(name) READS(&environ, sizeof environ))
STEWARD_BEFORE(char*, secure_getenv, (const char* name), (name), READS_TEXT(name) READS(&environ, sizeof environ))
STEWARD_BEFORE(int, setenv, (const char* name, const char* value, int replaces), (name, value, replaces),
               READS_TEXT(name) READS_TEXT(value) WRITES(&environ, sizeof environ))
STEWARD_BEFORE(int, unsetenv, (const char* name), (name), READS_TEXT(name) WRITES(&environ, sizeof environ))
STEWARD_BEFORE(int, putenv, (char* text), (text), READS_TEXT(text) WRITES(&environ, sizeof environ))
STEWARD_BEFORE(int, clearenv, (), (), WRITES(&environ, sizeof environ))

// Results in memory of the library's own, one for all threads.
STEWARD_AFTER(tm*, localtime, (const time_t* at), (at), got, READS(at, sizeof *at) WRITES(got, sizeof *got))
STEWARD_AFTER(tm*, gmtime, (const time_t* at), (at), got, READS(at, sizeof *at) WRITES(got, sizeof *got))
STEWARD_AFTER(char*, asctime, (const tm* at), (at), got, READS(at, sizeof *at) WRITES(got, textLength(got) + 1))
STEWARD_AFTER(char*, ctime, (const time_t* at), (at), got, READS(at, sizeof *at) WRITES(got, textLength(got) + 1))

// Addresses. Behind one there may be anything, after a blank.
namespace {
size_t addressLength(const char* text) {
  size_t length = 0;
  while (text[length] && text[length] != ' ' && (text[length] < '\t' || text[length] > '\r')) ++length;
  return length;
}
} // namespace
STEWARD_AFTER(const char*, inet_ntop, (int family, const void* from, char* into, socklen_t room),
              (family, from, into, room), got,
              READS(from, family == AF_INET ? 4 : 16) WRITES(into, textLength(into) + 1))
STEWARD_AFTER(int, inet_pton, (int family, const char* from, void* into), (family, from, into), got == 1,
              READS_TEXT(from) WRITES(into, family == AF_INET ? 4 : 16))
STEWARD_AFTER(int, inet_aton, (const char* from, in_addr* into), (from, into), got,
              READS(from, addressLength(from) + 1) WRITES(into, sizeof *into))
STEWARD_AFTER(in_addr_t, inet_addr, (const char* from), (from), got != INADDR_NONE,
              READS(from, addressLength(from) + 1))
STEWARD_BEFORE(hostent*, gethostbyname, (const char* name), (name), READS_TEXT(name))

// Users and groups: the texts that a record names lie in the caller's memory.
#define STEWARD_FINDS(name, type, key, ...)                                                                            \
  STEWARD_AFTER(                                                                                                       \
      int, name, (key, type * into, char* texts, size_t room, type** found), (by, into, texts, room, found), true,     \
      __VA_ARGS__ WRITES(found, sizeof *found) if (got == 0 && *found){WRITES(into, sizeof *into) WRITES(texts, 1)})
STEWARD_FINDS(getpwnam_r, passwd, const char* by, READS_TEXT(by))
STEWARD_FINDS(getpwuid_r, passwd, uid_t by)
STEWARD_FINDS(getgrnam_r, group, const char* by, READS_TEXT(by))
STEWARD_FINDS(getgrgid_r, group, gid_t by)

// Children.
STEWARD_AFTER(pid_t, wait, (int* status), (status), got > 0, WRITES(status, sizeof *status))
STEWARD_AFTER(pid_t, waitpid, (pid_t child, int* status, int flags), (child, status, flags), got > 0,
              WRITES(status, sizeof *status))
STEWARD_AFTER(pid_t, wait3, (int* status, int flags, struct rusage* used), (status, flags, used), got > 0,
              WRITES(status, sizeof *status) WRITES(used, sizeof *used))
STEWARD_AFTER(pid_t, wait4, (pid_t child, int* status, int flags, struct rusage* used), (child, status, flags, used),
              got > 0, WRITES(status, sizeof *status) WRITES(used, sizeof *used))
STEWARD_AFTER(int, waitid, (idtype_t kind, id_t child, siginfo_t* into, int flags), (kind, child, into, flags),
              got == 0, WRITES(into, sizeof *into))

// Sets of signals.
STEWARD_BEFORE(int, sigemptyset, (sigset_t * set), (set), WRITES(set, sizeof *set))
STEWARD_BEFORE(int, sigfillset, (sigset_t * set), (set), WRITES(set, sizeof *set))
STEWARD_BEFORE(int, sigaddset, (sigset_t * set, int signal), (set, signal), WRITES(set, sizeof *set))
STEWARD_BEFORE(int, sigdelset, (sigset_t * set, int signal), (set, signal), WRITES(set, sizeof *set))
STEWARD_BEFORE(int, sigismember, (const sigset_t* set, int signal), (set, signal), READS(set, sizeof *set))
#define STEWARD_MASKS(name)                                                                                            \
  STEWARD_AFTER(int, name, (int how, const sigset_t* set, sigset_t* old), (how, set, old), got == 0,                   \
                READS(set, sizeof *set) WRITES(old, sizeof *old))
STEWARD_MASKS(pthread_sigmask)
STEWARD_MASKS(sigprocmask)

// Numbers.
#define STEWARD_READS_NUMBER(result, name, parse, ...)                                                                 \
  STEWARD_AFTER(result, name, (const char* text), (text), true, char* end = nullptr;                                   \
                (void)parse(text, &end, ##__VA_ARGS__); READS(text, size_t(end - text) + 1))
STEWARD_READS_NUMBER(int, atoi, strtol, 10)
STEWARD_READS_NUMBER(long, atol, strtol, 10)
STEWARD_READS_NUMBER(long long, atoll, strtoll, 10)
STEWARD_READS_NUMBER(double, atof, strtod)
STEWARD_BEFORE(double, erand48, (unsigned short state[3]), (state), WRITES(state, 6))
STEWARD_BEFORE(long, nrand48, (unsigned short state[3]), (state), WRITES(state, 6))
STEWARD_BEFORE(long, jrand48, (unsigned short state[3]), (state), WRITES(state, 6))
STEWARD_BEFORE(double, frexp, (double value, int* into), (value, into), WRITES(into, sizeof *into))
STEWARD_BEFORE(float, frexpf, (float value, int* into), (value, into), WRITES(into, sizeof *into))
STEWARD_BEFORE(double, modf, (double value, double* into), (value, into), WRITES(into, sizeof *into))
STEWARD_BEFORE(float, modff, (float value, float* into), (value, into), WRITES(into, sizeof *into))
STEWARD_BEFORE(double, remquo, (double a, double b, int* into), (a, b, into), WRITES(into, sizeof *into))
STEWARD_BEFORE(void, sincos, (double value, double* sine, double* cosine), (value, sine, cosine),
               WRITES(sine, sizeof *sine) WRITES(cosine, sizeof *cosine))
STEWARD_BEFORE(void, sincosf, (float value, float* sine, float* cosine), (value, sine, cosine),
               WRITES(sine, sizeof *sine) WRITES(cosine, sizeof *cosine))
STEWARD_BEFORE(double, lgamma_r, (double value, int* into), (value, into), WRITES(into, sizeof *into))

STEWARD_INTERCEPT(size_t, iconv, (iconv_t how, char** from, size_t* left, char** to, size_t* room)) {
  char *start = from ? *from : nullptr, *into = to ? *to : nullptr;
  size_t got = REAL(iconv)(how, from, left, to, room);
  STEWARD_ACCESSES(if (start) READS(start, size_t(*from - start)) if (into) WRITES(into, size_t(*to - into)))
  return got;
}

} // namespace steward::runtime
