// Two threads count without a lock; with an argument, main ends as it says.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct statistics {
  long requests;
  long bytes;
};
static struct statistics statistics;

static void *worker(void *argument) {
  statistics.bytes += 10; // the race
  return argument;
}

int main(int count, char **arguments) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  statistics.requests++;
  puts("counted");
  fflush(stdout);
  if (count > 1 && strcmp(arguments[1], "killed") == 0)
    raise(SIGKILL);
  return count > 1 ? atoi(arguments[1]) : 0;
}
