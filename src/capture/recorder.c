/* steward-recorder: notes what a build starts, and then is what it started.
 *
 * Bear makes every process of a build run a program of ours in the place of the one that is meant:
 *
 *     FOLDER/recorder --destination … --execute /usr/bin/gcc -- gcc -c a.c
 *
 * Bear's own program for this reports over a network library, which takes longer than many a command of a build. This
 * one appends to FOLDER/record, and becomes the program. FOLDER is told by our own name, not by the environment,
 * which builds change.
 *
 * A record: its process, its parent, the number of its arguments, the folder it runs in, and the arguments, each ended by a
 * zero byte, and a newline at the end of all. It is written at once, so that those of several processes do not mix.
 *
 * Ground rules: nothing but the C library; on any trouble, the build goes on as if we were not there.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char** environ;

static void record(const char* self, char** arguments) {
  char folder[PATH_MAX], file[PATH_MAX];
  const char* slash = strrchr(self, '/');
  if (!slash || snprintf(file, sizeof file, "%.*s/record", (int)(slash - self), self) >= (int)sizeof file) return;
  if (!getcwd(folder, sizeof folder)) return;
  size_t size = strlen(folder) + 96;
  unsigned count = 0;
  for (char** word = arguments; *word; ++word, ++count) size += strlen(*word) + 1;
  char* text = malloc(size);
  if (!text) return;
  size_t used = (size_t)sprintf(text, "%ld", (long)getpid()) + 1;
  used += (size_t)sprintf(text + used, "%ld", (long)getppid()) + 1;
  used += (size_t)sprintf(text + used, "%u", count) + 1;
  used += (size_t)sprintf(text + used, "%s", folder) + 1;
  for (char** word = arguments; *word; ++word) {
    size_t length = strlen(*word) + 1;
    memcpy(text + used, *word, length);
    used += length;
  }
  text[used++] = '\n';
  int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (out >= 0) {
    ssize_t written = write(out, text, used);
    (void)written;
    close(out);
  }
  free(text);
}

static int isCompiler(const char* program) {
  const char* slash = strrchr(program, '/');
  const char* name = slash ? slash + 1 : program;
  return strstr(name, "gcc") || strstr(name, "g++") || strstr(name, "clang") || !strcmp(name, "cc") || !strcmp(name, "c++");
}

/* What compilers start is theirs: cc1, as, collect2. They go without Bear's library, and with any other. */
static void leaveAlone(void) {
  const char* preload = getenv("LD_PRELOAD");
  char* kept = preload ? calloc(strlen(preload) + 2, 1) : NULL;
  if (!kept) return;
  while (*preload) {
    size_t length = strcspn(preload, ": ");
    char* end = kept + strlen(kept);
    if (length) {
      sprintf(end, "%s%.*s", end == kept ? "" : ":", (int)length, preload);
      if (strstr(end, "/bear/libexec.so")) *end = '\0';
    }
    preload += length + (preload[length] != '\0');
  }
  if (*kept)
    setenv("LD_PRELOAD", kept, 1);
  else
    unsetenv("LD_PRELOAD");
  free(kept);
}

int main(int argc, char** argv) {
  const char* program = NULL;
  char** arguments = NULL;
  for (int i = 1; i < argc && !arguments; ++i) {
    if (!strcmp(argv[i], "--execute") && i + 1 < argc)
      program = argv[++i];
    else if (!strcmp(argv[i], "--"))
      arguments = argv + i + 1;
  }
  if (!program || !arguments || !*arguments) {
    fputs("steward-recorder: error: it is for steward check -- BUILD to start, with Bear\n", stderr);
    return 2;
  }
  record(argv[0], arguments);
  if (isCompiler(program)) leaveAlone();

  /* Not execve: in this process Bear makes that start us again. */
  syscall(SYS_execve, program, arguments, environ);
  if (errno == ENOEXEC) {
    /* A script that does not say by whom it is to be read is read by the shell. */
    int count = 0;
    while (arguments[count]) ++count;
    char** words = calloc((size_t)count + 2, sizeof *words);
    if (words) {
      words[0] = (char*)"sh";
      words[1] = (char*)program;
      for (int i = 1; i < count; ++i) words[i + 1] = arguments[i];
      syscall(SYS_execve, "/bin/sh", words, environ);
    }
  }
  int reason = errno;
  fprintf(stderr, "%s: %s\n", program, strerror(reason));
  return reason == ENOENT ? 127 : 126;
}
