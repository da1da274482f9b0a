// A server on one loop: handlers that register handlers. The loop is read from the handle, and the handle from the
// request, as programs do. A thread reads the counters.
#include "part-uv.h"
#include <stdlib.h>

struct client {
  uv_tcp_t stream;
  uv_write_t request;
  int lines;
};

static int clients, closed;

static void on_close(uv_handle_t *handle) {
  struct client *client = (struct client *)handle;
  closed += client->lines; // no race: only this loop
  clients--; // race
  free(client); // no race
}

static void on_written(uv_write_t *req, int status) {
  if (status < 0)
    uv_close((uv_handle_t *)req->handle, on_close); // no race
}

static void on_memory(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
  (void)handle;
  buffer->base = malloc(size); // no race
  buffer->len = size; // no race
}

static void on_read(uv_stream_t *stream, ptrdiff_t count, const uv_buf_t *buffer) {
  struct client *client = (struct client *)stream;
  buffer->base[0] = 'x'; // no race
  client->lines += (int)count; // no race
  uv_write(&client->request, stream, buffer, 1, on_written);
}

static void on_connection(uv_stream_t *server, int status) {
  struct client *client = calloc(1, sizeof *client);
  client->lines = status; // no race
  uv_tcp_init(server->loop, &client->stream); // no race
  uv_accept(server, (uv_stream_t *)&client->stream);
  clients++; // race
  uv_read_start((uv_stream_t *)&client->stream, on_memory, on_read);
}

static void monitor(void *arg) {
  int *shown = arg;
  *shown = clients; // race
}

int main(void) {
  static uv_tcp_t server;
  static int shown;
  uv_thread_t thread;
  uv_tcp_init(uv_default_loop(), &server);
  uv_listen((uv_stream_t *)&server, 16, on_connection);
  uv_thread_create(&thread, monitor, &shown);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  uv_thread_join(&thread);
  return closed + shown; // no race
}
