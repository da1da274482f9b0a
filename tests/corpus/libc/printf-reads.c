// printf reads the string it is given. Its own stream has a lock inside.
#include <pthread.h>
#include <stdio.h>

char message[32] = "starting";

void *worker(void *arg) {
  printf("%s\n", message); // race
  printf("done\n");        // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  printf("waiting\n"); // no race
  message[0] = 'S';    // race
  pthread_join(a, NULL);
  return 0;
}
