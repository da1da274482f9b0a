// Calls of the C library that read or write memory for their caller, each in a process of its own: one thread makes the
// call, another writes to the memory. With an argument the second thread begins when the first has ended.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <iconv.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ipc.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define CALLS \
  X(strcpy(buf, "abc")) \
  X(strncpy(buf, "abc", 8)) \
  X(stpcpy(buf, "abc")) \
  X(strcat(strcpy(other, "a"), buf)) \
  X(memmove(buf, "abcd", 4)) \
  X(memccpy(buf, "abcd", 'c', 4)) \
  X(swab(buf, other, 4)) \
  X(kept = (long)strlen(buf)) \
  X(kept = strcmp(buf, "abc")) \
  X(kept = strcoll(buf, "abc")) \
  X(kept = strverscmp(buf, "abc")) \
  X(kept = (long)strxfrm(other, buf, 8)) \
  X(kept = (long)index(buf, 'c')) \
  X(kept = (long)strpbrk(buf, "c")) \
  X(strtok_r(buf, "b", &rest)) \
  X(rest = buf, strsep(&rest, "b")) \
  X(strtok(buf, "b")) \
  X(snprintf(buf, 8, "%d", 3)) \
  X(sscanf("12", "%d", (int *)buf)) \
  X(wcscpy((wchar_t *)buf, L"abc")) \
  X(wcsncpy((wchar_t *)buf, L"ab", 2)) \
  X(wcscat((wchar_t *)memset(other, 0, 8), (wchar_t *)buf)) \
  X(kept = (long)wcslen((wchar_t *)buf)) \
  X(kept = wcscmp((wchar_t *)buf, L"b")) \
  X(kept = (long)wcschr((wchar_t *)buf, L'b')) \
  X(kept = wcstol((wchar_t *)buf, 0, 10)) \
  X(wmemcpy((wchar_t *)buf, L"abc", 2)) \
  X(wmemset((wchar_t *)buf, L'a', 2)) \
  X(kept = (long)mbstowcs((wchar_t *)other, buf, 4)) \
  X(kept = (long)wcstombs(other, (wchar_t *)buf, 4)) \
  X(kept = mbtowc((wchar_t *)buf, "a", 1)) \
  X(fputws((wchar_t *)buf, null)) \
  X(fprintf(null2, "%s", buf)) \
  X(fgets(buf, 4, zero)) \
  X(fread(buf, 1, 4, zero)) \
  X(read(descriptor, buf, 4)) \
  X(preadv2(descriptor, &part, 1, 0, 0)) \
  X(gmtime_r(&now, (struct tm *)buf)) \
  X(kept = timegm((struct tm *)buf)) \
  X(clock_getres(CLOCK_REALTIME, (struct timespec *)buf)) \
  X(times((struct tms *)buf)) \
  X(getrusage(RUSAGE_SELF, (struct rusage *)buf)) \
  X(getrlimit(RLIMIT_CORE, (struct rlimit *)buf)) \
  X(getitimer(ITIMER_REAL, (struct itimerval *)buf)) \
  X(statvfs("/tmp", (struct statvfs *)buf)) \
  X(statfs("/tmp", (struct statfs *)buf)) \
  X(sched_getaffinity(0, 128, (cpu_set_t *)buf)) \
  X(getentropy(buf, 8)) \
  X(getpwnam_r("root", (struct passwd *)buf, other, sizeof other, &user)) \
  X(uname((struct utsname *)buf)) \
  X(realpath("/tmp", buf)) \
  X(confstr(_CS_PATH, buf, 100)) \
  X(pthread_getname_np(pthread_self(), buf, 32)) \
  X(sem_getvalue(&semaphore, (int *)buf)) \
  X(sigemptyset((sigset_t *)buf)) \
  X(sigpending((sigset_t *)buf)) \
  X(sigaction(SIGUSR1, 0, (struct sigaction *)buf)) \
  X(pthread_sigmask(SIG_BLOCK, 0, (sigset_t *)buf)) \
  X(inet_ntop(AF_INET, other, buf, 32)) \
  X(inet_pton(AF_INET, "1.2.3.4", buf)) \
  X(kept = inet_aton("1.2.3.4", (struct in_addr *)buf)) \
  X(kept = atoi(buf)) \
  X(kept = (long)atof(buf)) \
  X(kept = (long)strtod("12", (char **)buf)) \
  X(kept = (long)erand48((unsigned short *)buf)) \
  X(kept = (long)frexp(kept + 2.5, (int *)buf)) \
  X(kept = (long)modf(kept + 2.5, (double *)buf)) \
  X(kept = access(buf, 0)) \
  X(kept = chdir(buf)) \
  X(kept = chmod(buf, 0)) \
  X(kept = symlink(buf, "/nonexistent/name")) \
  X(kept = (long)opendir(buf)) \
  X(kept = fnmatch(buf, "a", 0)) \
  X(kept = regcomp(&expression, buf, 0)) \
  X(kept = (long)getenv(buf)) \
  X(setenv("NAME", buf, 1)) \
  X(kept = system(buf)) \
  X(syslog(LOG_DEBUG, "%s", buf)) \
  X(kept = ftok(buf, 1)) \
  X(iconv(conversion, &text, &left, &result, &room)) \
  X(waitpid(fork() ? -1 : (_exit(0), 0), (int *)buf, 0)) \
  X(pipe((int *)buf)) \
  X(poll((struct pollfd *)buf, 1, 0)) \
  X(timerfd_gettime(timer, (struct itimerspec *)buf)) \

static const char *names[] = {
#define X(...) #__VA_ARGS__,
    CALLS
#undef X
};

static char memory[8192] __attribute__((aligned(64))), other[8192] __attribute__((aligned(64)));
static char *volatile place = memory;
static volatile long kept;
static FILE *zero, *null, *null2;
static int which, descriptor, timer;
static struct iovec part;
static struct passwd *user;
static sem_t semaphore;
static regex_t expression;
static iconv_t conversion;
static char *text, *result, *rest;
static size_t left = 4, room = 16;
static time_t now;
static atomic_int step;

static void *call(void *unused) {
  char *buf = place;
  int number = 0;
#define X(...) \
  if (number++ == which) { \
    __VA_ARGS__; \
  }
  CALLS
#undef X
  atomic_store_explicit(&step, 1, memory_order_relaxed);
  return unused;
}

static void *touch(void *unused) {
  while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
  *(volatile char *)place = 1;
  return unused;
}

static int try(int number, int isOrdered) {
  which = number;
  descriptor = open("/dev/zero", O_RDONLY);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  zero = fopen("/dev/zero", "r");
  null = fopen("/dev/null", "w");
  null2 = fopen("/dev/null", "w");
  sem_init(&semaphore, 0, 0);
  conversion = iconv_open("UTF-8", "ISO-8859-1");
  part.iov_base = text = memory;
  part.iov_len = 4;
  result = other;
  strcpy(memory, "abc");
  pthread_t one, two;
  pthread_create(&one, 0, call, 0);
  if (isOrdered) pthread_join(one, 0);
  pthread_create(&two, 0, touch, 0);
  if (!isOrdered) pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}

int main(int count, char **arguments) {
  int isOrdered = count > 1, wrong = 0, all = (int)(sizeof names / sizeof *names);
  for (int i = 0; i < all; i++) {
    pid_t child = fork();
    if (!child) {
      close(2);
      close(1);
      exit(try(i, isOrdered));
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == (isOrdered ? 0 : 66)) continue;
    printf("status %#x: %s\n", status, names[i]);
    wrong++;
  }
  printf("%s: %d of %d\n", isOrdered ? "safe" : "found", all - wrong, all);
  return wrong > 0;
}
