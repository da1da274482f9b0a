// A pointer to one struct that is to another which begins alike, or not at all.
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

struct header {
  int kind;
};
struct circle {
  int kind;
  int radius;
};
struct square {
  int kind;
  int side;
};

struct handle__ {
  int unused;
};
typedef struct handle__ *handle;
struct window {
  long id;
  long focus;
};

static struct circle circle;
static struct square *square;
static struct sockaddr_in address;
static struct sockaddr_storage storage;
static struct window window;

static void grow(struct header *h) {
  if (h->kind == 1) ((struct circle *)h)->radius++; // race
  if (h->kind == 2) ((struct square *)h)->side++;   // race
}

static void set_port(struct sockaddr *a, int port) {
  ((struct sockaddr_in *)a)->sin_port = port; // race
}

static void focus(handle h) {
  ((struct window *)h)->focus++; // race
}

static void both(void) {
  grow((struct header *)&circle);
  grow((struct header *)square);
  struct sockaddr plain;
  set_port(&plain, 1);
  set_port((struct sockaddr *)&address, 1);
  set_port((struct sockaddr *)&storage, 1);
  struct handle__ real;
  if (square->kind == 7) focus(&real);
  focus((handle)&window);
}

static void *work(void *unused) {
  both();
  return unused;
}

int main(void) {
  circle.kind = 1;
  square = malloc(sizeof *square);
  square->kind = 2;
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  both();
  address.sin_port = 2;    // race
  pthread_join(t, 0);
  return 0;
}
