// policies
// Static variables that one thread alone uses: of the file, of a function, and of a function that only one kind of
// thread gets to.
#include <pthread.h>

static int lines_read, pages_written;
static struct {
  int open, closed;
} files;

static int next_number(void) {
  static int last;
  return ++last; // no race
}

static void step(int isReader) {
  if (isReader)
    lines_read += next_number(); // no race
}

static void *reader(void *argument) {
  step(1);
  files.open++; // no race
  return argument;
}

static void *writer(void *argument) {
  pages_written++; // no race
  files.closed++;  // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return lines_read + pages_written + files.open + files.closed; // no race
}
