// The child has the race, the parent has none.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int *shared;

static void *worker(void *argument) {
  *shared = 1; // the race
  return argument;
}

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_create(&thread, NULL, worker, NULL);
    *shared = 2; // the race, too
    pthread_join(thread, NULL);
    exit(*shared ? 9 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}
