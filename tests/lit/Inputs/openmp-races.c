// Tasks with dependences that do not order them: of one set, or of different parents. Each is tried until the two are in
// different threads. And a reduction by tasks, which one thread begins for all: what it did before is not before the rest.
// And a task that wakes a thread at a barrier: by that alone nobody is after what the thread did.
#include <fcntl.h>
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int of_set, of_parents;
static atomic_int step; // relaxed: it orders nothing
static void after(int n) {
  while (atomic_load_explicit(&step, memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { atomic_store_explicit(&step, n, memory_order_relaxed); }

static void one_set(void) {
  int first = 0, second = 0, x;
  while (first == second) {
    done(0);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(inoutset : x) shared(first)
      {
        of_set++;
        first = omp_get_thread_num();
        done(1);
      }
      after(1);
#pragma omp task depend(inoutset : x) shared(second)
      {
        of_set++;
        second = omp_get_thread_num();
      }
    }
  }
}

static void two_parents(void) {
  int first = 0, second = 0, x;
  while (first == second) {
    done(0);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp task depend(out : x) shared(first)
      {
        of_parents++;
        first = omp_get_thread_num();
        done(1);
      }
#pragma omp taskwait
      after(2);
    } else {
      after(1);
#pragma omp task depend(out : x) shared(second)
      {
        of_parents++;
        second = omp_get_thread_num();
      }
#pragma omp taskwait
      done(2);
    }
  }
}

int beside;
static void before_reduction(void) {
  int sum = 0;
  done(0);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      beside++;
    else
      after(1);
#pragma omp for schedule(static, 1) reduction(task, + : sum)
    for (int i = 0; i < 2; i++) {
      if (i)
        beside++;
      else
        done(1);
      sum++;
    }
  }
}

static void until_asleep(int thread) {
  char name[64], text[256];
  snprintf(name, sizeof name, "/proc/self/task/%d/stat", thread);
  for (int is_asleep = 0; !is_asleep; sched_yield()) {
    int file = open(name, O_RDONLY);
    long bytes = read(file, text, sizeof text - 1);
    text[bytes > 0 ? bytes : 0] = 0;
    close(file);
    is_asleep = strstr(text, ") S ") != NULL;
  }
}

int at_barrier;
static void before_wake(void) {
  done(0);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num()) {
      at_barrier++;
      done(gettid());
    } else {
      after(1);
      until_asleep(atomic_load_explicit(&step, memory_order_relaxed));
#pragma omp task
      ;
      at_barrier++;
    }
#pragma omp barrier
  }
}

// What tasks of inner teams of different threads do is not ordered, though each inner team is over.
int of_inner_teams;
static void inner_teams(void) {
  done(0);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num();
    if (outer) after(1);
#pragma omp parallel num_threads(2)
    {
#pragma omp master
#pragma omp task if (0) // by this thread: a helper that both teams have in turn does not race with itself
      of_inner_teams++;
    }
    if (!outer) done(1);
  }
}

// Nor is what a helper does with what the creator does before the region's end.
int helped;
static void beside_helper(void) {
  done(0);
#pragma omp parallel num_threads(1)
  {
#pragma omp target nowait map(tofrom : helped)
    {
      helped++;
      done(1);
    }
    after(1);
    helped++;
  }
}

int main(void) {
  omp_set_max_active_levels(2);
  one_set();
  two_parents();
  before_reduction();
  before_wake();
  inner_teams();
  beside_helper();
}
