// scanf writes through its arguments, whatever they point to.
#include <pthread.h>
#include <stdio.h>

struct settings {
  int width;
  int height;
  char name[16];
  double scale;
};

static struct settings settings;
static int count;
static const char *line = "3";

static void *work(void *arg) {
  sscanf(line, "%d", &count);                              // race
  scanf("%d %15s", &settings.height, settings.name);       // race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  count = 1;           // race
  settings.width = 2;  // no race
  settings.height = 3; // race
  settings.scale = 4;  // no race
  puts(settings.name); // race
  pthread_join(thread, NULL);
  return count; // no race
}
