// Work runs on a thread of the pool, beside the loop. What follows it runs on the loop, when the work is over.
#include "part-uv.h"

struct job {
  int input, result;
};

static uv_work_t request;
static int progress, finished;

static void work(uv_work_t *req) {
  struct job *job = req->data; // no race
  job->result = job->input * 2; // no race
  progress++; // race
}

static void after(uv_work_t *req, int status) {
  struct job *job = req->data; // no race
  finished += job->result + status; // no race
}

static uv_timer_t timer;

static void on_timer(uv_timer_t *handle) {
  (void)handle;
  finished += progress; // race: with the work
}

int main(void) {
  static struct job job;
  job.input = 21; // no race
  request.data = &job; // no race
  uv_queue_work(uv_default_loop(), &request, work, after);
  uv_timer_init(uv_default_loop(), &timer);
  uv_timer_start(&timer, on_timer, 1, 1);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return finished; // no race
}
