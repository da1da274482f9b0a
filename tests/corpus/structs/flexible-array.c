// The array without a size at the end of a struct belongs to the struct, though it lies behind its declared end.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct part {
  long number;
  long weight;
};

struct message {
  long length;
  char text[];
};

struct parts {
  long count;
  struct part part[];
};

static struct message *message;
static struct parts *parts;

static void *worker(void *unused) {
  (void)unused;
  strcpy(message->text, "from the thread"); // race
  parts->part[1].weight = 1;                // race
  parts->part[1].number = 1;                // no race
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct message *new_message = malloc(sizeof(struct message) + 32);
  struct parts *new_parts = malloc(sizeof(struct parts) + 2 * sizeof(struct part));
  new_message->length = 0;
  new_parts->count = 0;
  message = new_message;
  parts = new_parts;
  pthread_create(&thread, NULL, worker, NULL);
  strcpy(message->text, "from main"); // race
  message->length = 9;                // no race
  parts->part[1].weight = 2;          // race
  parts->count = 2;                   // no race
  pthread_join(thread, NULL);
  return 0;
}
