// A helper that stores through a pointer that it is given: before there are threads to a variable of the program, while
// they run to one of the caller's own. And to the program's variable again, which is a race.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
  char *path;
  char *name;
  int level;
} options;

static void set_text(char **to, const char *text) {
  *to = strdup(text); // race
}

static void set_number(int *to, int number) {
  *to = number; // no race
}

static void set(char **text, int *number, const char *from) {
  set_text(text, from);
  set_number(number, (int)strlen(from));
}

static void *work(void *argument) {
  (void)argument;
  char *mine;
  int length;
  set(&mine, &length, "mine");
  length += (int)strlen(mine); // no race
  length += options.level + (int)strlen(options.name); // race
  free(mine);
  return NULL;
}

int main(void) {
  char *own;
  int length;
  pthread_t t;
  set(&options.path, &options.level, "path");
  set(&options.name, &length, "name");
  pthread_create(&t, NULL, work, NULL);
  set(&own, &length, "own");
  set(&options.name, &length, "another name");
  pthread_join(t, NULL);
  set(&options.path, &options.level, "none");
  free(own);
  return length;
}
