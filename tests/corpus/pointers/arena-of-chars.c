// Structs in memory that is declared as characters.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
  int other;
};

static char *arena, *cursor;
static struct node *shared, *mixed;
static struct node fixed;

static void *take(size_t n) {
  char *p = cursor;
  cursor += n;
  return p;
}

static void *work(void *unused) {
  shared->value++; // race
  mixed->other++;  // race
  return unused;
}

int main(int argc, char **argv) {
  arena = malloc(1 << 16);
  cursor = arena;
  shared = take(sizeof *shared);
  mixed = argc > 1 ? take(sizeof *mixed) : &fixed;
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  shared->value++; // race
  mixed->other++;  // race
  pthread_join(t, 0);
  return 0;
}
