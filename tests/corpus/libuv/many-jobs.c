// Many jobs, each with a struct of its own. That the handler which follows one does not touch another's is not seen.
#include "part-uv.h"
#include <stdlib.h>

struct job {
  uv_work_t request;
  int input, result;
};

static int total, failures;

static void work(uv_work_t *req) {
  struct job *job = req->data; // imprecise: jobs of one allocation are one object
  job->result = job->input * 2; // imprecise: jobs of one allocation are one object
  failures += job->result < 0; // race: several jobs at once
}

static void after(uv_work_t *req, int status) {
  struct job *job = req->data; // no race
  total += job->result + status; // imprecise: jobs of one allocation are one object
  free(job); // imprecise: jobs of one allocation are one object
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    struct job *job = malloc(sizeof *job);
    job->input = i; // no race
    job->request.data = job; // no race
    uv_queue_work(uv_default_loop(), &job->request, work, after);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return total; // no race
}
