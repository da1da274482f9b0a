// What is written to a stream is before what is read from one at the other end of the pipe. Files and what is printed
// order nothing.
// scheduled
#define _GNU_SOURCE
#include "part-schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int lines, letters, numbers, blocks, printed, saved;
static FILE *in, *out, *file;
static volatile int sink;

static void *first(void *unused) {
  saved = 1; // race
  fprintf(file, "text\n");
  fflush(file);
  printed = 1; // race
  printf("text\n");
  fflush(stdout);
  done(1);
  after(2);
  lines = 1; // imprecise: what streams carry is not looked at
  fputs("line\n", out);
  letters = 1; // imprecise: the same
  putc('a', out);
  numbers = 1; // imprecise: the same
  fprintf(out, "12\n");
  blocks = 1; // imprecise: the same
  fwrite("block", 1, 5, out);
  done(3);
  return unused;
}

static void *second(void *unused) {
  char text[8];
  int number;
  after(1);
  rewind(file);
  fgets(text, sizeof text, file);
  sink = saved;   // race
  sink = printed; // race
  printf("other text\n");
  done(2);
  after(3);
  fgets(text, sizeof text, in);
  sink = lines; // imprecise: the same
  fgetc(in);
  sink = letters; // imprecise: the same
  fscanf(in, "%d", &number);
  sink = numbers; // imprecise: the same
  fread(text, 1, 5, in);
  sink = blocks; // imprecise: the same
  return unused;
}

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  in = fdopen(ends[0], "r");
  out = fdopen(ends[1], "w");
  setvbuf(out, 0, _IONBF, 0);
  file = tmpfile();
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
