// A loop over files whose threads are started on one of two ways, and joined under a test that says on which it was, or
// that it was another one after all. One variable holds the handle of whichever was started. In the relatives the test
// does not say all: a variable that is set in between, and a thread that is left when the program changes its mind.
#include <pthread.h>
#include <stdlib.h>

static int written, read_ahead, forgotten, left;

static void *writer(void *argument) {
  written++; // no race
  return argument;
}

static void *reader(void *argument) {
  read_ahead++; // no race
  return argument;
}

static void *forget(void *argument) {
  forgotten++; // race
  return argument;
}

static void *leave(void *argument) {
  left++; // race
  return argument;
}

int main(int argc, char **argv) {
  int pack = argc > 2;
  pthread_t output, input, other, last;
  for (int file = 1; file < argc; file++) {
    int alone = atoi(argv[file]);
    int changed = 0;
    written = 0;    // no race
    read_ahead = 0; // no race
    if (pack) {
      if (alone == 0) {
        pthread_create(&input, NULL, reader, NULL);
        pthread_create(&output, NULL, writer, NULL);
        if (atoi(argv[0]) == 99) {
          alone = 1;
          changed = 1;
          pthread_join(output, NULL);
        }
      }
    } else {
      if (alone == 0) {
        pthread_create(&input, NULL, reader, NULL);
        pthread_create(&output, NULL, writer, NULL);
      }
    }
    if (alone == 0) pthread_join(output, NULL);
    if (alone == 0 || changed) pthread_join(input, NULL);

    int some = atoi(argv[file]);
    forgotten = 0; // race
    if (some) pthread_create(&other, NULL, forget, NULL);
    if (atoi(argv[0]) == 7) some = 0;
    if (some) pthread_join(other, NULL);

    int quick = atoi(argv[file]);
    left = 0; // race
    if (quick == 0) {
      pthread_create(&last, NULL, leave, NULL);
      if (atoi(argv[0]) == 5) quick = 1;
    }
    if (quick == 0 || changed) pthread_join(last, NULL);
  }
  return 0;
}
