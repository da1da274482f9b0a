// What OpenMP orders, in the ways that its library does not tell of as one would think. Nothing here races.
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static int data, flag;
static void by_flush(void) {
  data = flag = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    data = 1;
#pragma omp flush
#pragma omp atomic write relaxed
    flag = 1;
  } else {
    for (int seen = 0; !seen;) {
#pragma omp atomic read relaxed
      seen = flag;
    }
#pragma omp flush
    data++;
  }
}

// The body ends first, or what fulfils the event is done first.
static int body, fulfilled;
static void detached(int is_late) {
  atomic_int step = 0; // relaxed: it orders nothing
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(step)
    {
      if (!is_late)
        while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
      body++;
      atomic_store_explicit(&step, 1, memory_order_relaxed);
    }
#pragma omp task shared(step) firstprivate(event)
    {
      if (is_late)
        while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
      fulfilled++;
      omp_fulfill_event(event);
      atomic_store_explicit(&step, 1, memory_order_relaxed);
    }
#pragma omp taskwait
    body += fulfilled;
  }
}

static int x, y;
static void on_all_memory(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task depend(out : x)
    x = i;
#pragma omp task depend(out : y)
    y = i;
#pragma omp task depend(inout : omp_all_memory)
    x += y++;
#pragma omp task depend(in : x)
    data = x;
#pragma omp task depend(inout : y)
    y++;
  }
}

// One thread gives it back, the other is given it.
static int *handed;
static void library_memory(void) {
  atomic_int step = 0; // relaxed: it orders nothing
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) handed = omp_alloc(64, omp_default_mem_alloc);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      handed[0]++;
      omp_free(handed, omp_default_mem_alloc);
      atomic_store_explicit(&step, 1, memory_order_relaxed);
    } else {
      while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
      int *block = omp_alloc(64, omp_default_mem_alloc);
      block[0] = 1;
      data += block[0];
      omp_free(block, omp_default_mem_alloc);
    }
  }
}

// The library's own writing beyond an end came of a tool's being there.
static void awaited_sets(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task depend(mutexinoutset : x)
    x++;
#pragma omp task depend(mutexinoutset : x) if (0)
    x++;
#pragma omp task depend(inoutset : y) if (0)
    y++;
#pragma omp taskwait
  }
}

// Each thread has a copy for the tasks that it runs, whoever is first makes them known, whoever is last combines them.
static void reduced_by_tasks(void) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(task, + : sum)
  {
    for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
    sum++;
#pragma omp for reduction(task, + : x)
    for (int i = 0; i < 30; i++) {
#pragma omp task in_reduction(+ : x)
      x += i;
    }
  }
  data += sum + x;
}

// So many that they come together at a barrier.
static void reduced_by_teams(void) {
  int sum = 0;
#pragma omp teams num_teams(5) thread_limit(1) reduction(+ : sum)
#pragma omp distribute
  for (int i = 0; i < 30; i++) sum += i;
  data += sum;
}

// What is not moved out of the loop for the detector's sake is not to be taken for independent, either.
static int table[1000];
static void summed_by_simd(void) {
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum) num_threads(3)
  for (int i = 0; i < 1000; i++) {
    table[i] = i;
    sum += table[i];
  }
  if (sum != 499500) printf("the sum is wrong: %d\n", sum);
}

// The inner teams are made and given back all the time, and each is the next one's.
static int count;
static void tasks_of_inner_teams(void) {
#pragma omp parallel num_threads(4)
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    {
#pragma omp atomic
      count++;
    }
  }
  data += count;
  count = 0;
}

// A team of one thread waits for what others do for it.
static void helped_alone(void) {
#pragma omp parallel num_threads(1)
  {
#pragma omp target nowait map(tofrom : count)
    count++;
  }
  data += count;
  count = 0;
}

// It has a task of its own to run then, which depends on what the helper does.
static void dependent_alone(void) {
  atomic_int step = 0; // relaxed: it orders nothing
#pragma omp parallel num_threads(1)
  {
#pragma omp target nowait map(tofrom : count, step) depend(out : count)
    {
      while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
      count++;
    }
#pragma omp task depend(in : count) shared(step)
    data += count;
    atomic_store_explicit(&step, 1, memory_order_relaxed);
  }
  count = 0;
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int i = 0; i < 300; i++) tasks_of_inner_teams();
  for (int i = 0; i < 20; i++) {
    helped_alone();
    dependent_alone();
  }
  for (int i = 0; i < 20; i++) {
    by_flush();
    detached(0);
    detached(1);
    reduced_by_tasks();
  }
  on_all_memory();
  library_memory();
  awaited_sets();
  reduced_by_teams();
  summed_by_simd();
  return 0;
}
