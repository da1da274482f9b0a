// Corners of functions that the detector takes the place of: the program must not be able to tell.
#define _GNU_SOURCE
#include <aio.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>
#include <wchar.h>

// A text with no end, at the end of what is mapped.
static char *at_end_of_page(const char *text) {
  size_t length = strlen(text);
  char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  return memcpy(pages + 4096 - length, text, length);
}

static void call(union sigval value) { (void)value; }

int main(void) {
  char *end = "kept";
  wchar_t *wide_end = L"kept";
  errno = 0;
  printf("%ld %s", strtol("12", &end, 1), end);
  printf(" %ld %ls %d\n", wcstol(L"12", &wide_end, 1), wide_end, errno);
  printf("%d %g %d\n", atoi(at_end_of_page("123\n\n")), atof(at_end_of_page("1.5 ")),
         inet_addr(at_end_of_page("1.2.3.4 ")) == inet_addr("1.2.3.4"));
  wchar_t wide[4];
  char narrow[4];
  printf("%zu", mbstowcs(wide, at_end_of_page("abcd"), 4));
  const char *from = at_end_of_page("abcd");
  const wchar_t *wide_from = wide;
  mbstate_t state = {0};
  printf(" %zu", mbsrtowcs(wide, &from, 4, &state));
  printf(" %zu %.4s\n", wcsrtombs(narrow, &wide_from, 4, &state), narrow);

  // What is no range of pages is refused, and so is what is not there to be moved. Much may be reserved.
  char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[1] = 'p';
  printf("%d %d %d", munmap(page, (size_t)-4096), munmap(page, (size_t)1 << 60), munmap(page + 1, 4096));
  printf(" %d %d", munmap(0, (size_t)-1), mremap(page, (size_t)-4096, 4096, 0) == MAP_FAILED);
  size_t terabyte = (size_t)1 << 40;
  char *reserved = mmap(0, terabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  reserved[terabyte / 2] = page[1];
  printf(" %c %d\n", reserved[terabyte / 2], munmap(reserved, terabyte));

  char *made, line[16];
  size_t size;
  FILE *stream = open_memstream(&made, &size), *text = fmemopen("hi", 2, "r");
  errno = ENOENT;
  fprintf(stream, "%m");
  fputs(".", stream);
  fclose(stream);
  errno = 0;
  fgets(line, sizeof line, text);
  printf("%s %s %d\n", made, line, errno);

  struct aiocb request = {.aio_fildes = open("/dev/zero", O_RDONLY), .aio_buf = line, .aio_nbytes = 4};
  request.aio_sigevent.sigev_notify = SIGEV_NONE;
  request.aio_sigevent.sigev_value.sival_int = 42;
  request.aio_sigevent.sigev_notify_function = call;
  aio_read(&request);
  while (aio_error(&request) == EINPROGRESS) usleep(100);
  printf("%zd %d %d\n", aio_return(&request), request.aio_sigevent.sigev_value.sival_int,
         request.aio_sigevent.sigev_notify_function == call);

  regex_t expression;
  regmatch_t match[1] = {{7, 7}};
  regcomp(&expression, "b", REG_NOSUB);
  printf("%d", regexec(&expression, "abc", 1, match, 0));
  printf(" %d", semop(-1, 0, 1));
  printf(" %d", msgsnd(-1, "a", (size_t)-1, 0));
  printf(" %d", fcntl(0, F_GETFD) >= 0);
  int copy = fcntl(1, F_DUPFD, 40);
  printf(" %d %d\n", copy >= 40, fcntl(-1, F_OFD_SETLK, 0));
}
