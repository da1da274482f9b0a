// Two handlers live in two fields; each thread calls one of them.
#include <pthread.h>

int reads, writes;

static void on_read(void) {
  reads++; // no race: only the first thread calls it
}

static void on_write(void) {
  writes++; // no race: only the second thread calls it
}

struct handlers {
  void (*read)(void);
  void (*write)(void);
} handlers = {on_read, on_write};

void *reader(void *arg) {
  handlers.read();
  return arg;
}

void *writer(void *arg) {
  handlers.write();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
