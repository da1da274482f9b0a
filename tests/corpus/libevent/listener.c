// A listener on main's loop and buffered connections: each belongs to the loop that the listener belongs to. A thread
// looks at the counters.
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct evconnlistener;
struct bufferevent;
struct sockaddr;
struct event_base *event_base_new(void);
int event_base_dispatch(struct event_base *);
typedef void (*accept_handler)(struct evconnlistener *, int, struct sockaddr *, int, void *);
struct evconnlistener *evconnlistener_new_bind(struct event_base *, accept_handler, void *, unsigned, int,
                                               const struct sockaddr *, int);
struct event_base *evconnlistener_get_base(struct evconnlistener *);
struct bufferevent *bufferevent_socket_new(struct event_base *, int, int);
typedef void (*data_handler)(struct bufferevent *, void *);
typedef void (*event_handler)(struct bufferevent *, short, void *);
void bufferevent_setcb(struct bufferevent *, data_handler, data_handler, event_handler, void *);
size_t bufferevent_read(struct bufferevent *, void *, size_t);
void bufferevent_free(struct bufferevent *);

struct client {
  char line[64];
  int lines;
};

static int connections, shown;

static void on_read(struct bufferevent *stream, void *arg) {
  struct client *client = arg;
  bufferevent_read(stream, client->line, sizeof client->line); // no race
  client->lines++; // no race
}

static void on_event(struct bufferevent *stream, short what, void *arg) {
  (void)what;
  connections--; // race
  bufferevent_free(stream);
  free(arg); // no race
}

static void on_accept(struct evconnlistener *listener, int fd, struct sockaddr *address, int length, void *arg) {
  struct event_base *base = evconnlistener_get_base(listener);
  struct bufferevent *stream = bufferevent_socket_new(base, fd, 0);
  struct client *client = calloc(1, sizeof *client);
  int *accepted = arg;
  (void)address, (void)length;
  client->lines = 0; // no race
  (*accepted)++; // no race: only this loop
  connections++; // race
  bufferevent_setcb(stream, on_read, NULL, on_event, client);
}

static void *monitor(void *arg) {
  shown = connections; // race
  return arg;
}

int main(void) {
  pthread_t a;
  int accepted = 0; // no race
  struct event_base *base = event_base_new();
  evconnlistener_new_bind(base, on_accept, &accepted, 0, -1, NULL, 0);
  pthread_create(&a, NULL, monitor, NULL);
  event_base_dispatch(base);
  pthread_join(a, NULL);
  return accepted + shown; // no race
}
