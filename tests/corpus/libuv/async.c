// A thread wakes a loop. The handler runs on the loop's thread; what the thread does after it has called is not ordered
// with it. That what it did before is, is not seen.
#include "part-uv.h"

static uv_async_t wake;
static int message, extra;

static void on_wake(uv_async_t *handle) {
  (void)handle;
  int seen = message; // imprecise: the call wakes the handler
  seen += extra;      // race
  (void)seen;
}

static void worker(void *arg) {
  (void)arg;
  message = 1; // imprecise: the call wakes the handler
  uv_async_send(&wake);
  extra = 1; // race
}

int main(void) {
  uv_thread_t thread;
  uv_async_init(uv_default_loop(), &wake, on_wake);
  uv_thread_create(&thread, worker, NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  uv_thread_join(&thread);
  return 0;
}
