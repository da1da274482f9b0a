// Timers and idle handlers of one loop: one after the other, on its thread. What a handle carries is found through it.
#include "part-uv.h"

struct game {
  int frames, seconds;
};

static uv_timer_t timer;
static uv_idle_t idle;

static void on_second(uv_timer_t *handle) {
  struct game *game = handle->data; // no race
  game->seconds++;  // no race
  game->frames = 0; // no race
}

static void on_idle(uv_idle_t *handle) {
  struct game *game = handle->data; // no race
  game->frames++; // no race
}

int main(void) {
  static struct game game;
  timer.data = idle.data = &game; // no race
  uv_timer_init(uv_default_loop(), &timer);
  uv_timer_start(&timer, on_second, 0, 1000);
  uv_idle_init(uv_default_loop(), &idle);
  uv_idle_start(&idle, on_idle);
  game.frames = 1; // no race
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return game.seconds; // no race
}
