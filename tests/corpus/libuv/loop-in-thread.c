// A loop on a thread of libuv's, beside main's default loop; one of the counters has a lock.
#include "part-uv.h"

static uv_mutex_t lock;
static uv_loop_t other;
static uv_timer_t here, there;
static int both, guarded, of_here, of_there;

static void on_here(uv_timer_t *handle) {
  (void)handle;
  both++;    // race
  of_here++; // no race
  uv_mutex_lock(&lock);
  guarded++; // no race
  uv_mutex_unlock(&lock);
}

static void on_there(uv_timer_t *handle) {
  (void)handle;
  both++;     // race
  of_there++; // no race
  if (uv_mutex_trylock(&lock) == 0) {
    guarded++; // no race
    uv_mutex_unlock(&lock);
  }
}

static void run(void *arg) { uv_run(arg, UV_RUN_DEFAULT); }

int main(void) {
  uv_thread_t thread;
  uv_mutex_init(&lock);
  uv_loop_init(&other);
  uv_timer_init(&other, &there);
  uv_timer_start(&there, on_there, 1, 1);
  uv_timer_init(uv_default_loop(), &here);
  uv_timer_start(&here, on_here, 1, 1);
  of_there = 5; // no race: the thread is not there yet
  uv_thread_create(&thread, run, &other);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  of_here = 0; // no race
  uv_thread_join(&thread);
  return both + guarded + of_there; // no race
}
