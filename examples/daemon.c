// A daemon: worker threads, a timer that writes statistics, and signal handlers.
//
// The handler of SIGTERM sets a plain flag that main polls, and the one of SIGUSR1 resets a counter that the workers and
// the timer use under a lock, which a handler cannot take. The flag of SIGHUP is of the type that is meant for it.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long jobs;
static int stop;
static volatile sig_atomic_t reload;

static void on_term(int number) {
  (void)number;
  stop = 1;
}

static void on_hup(int number) {
  (void)number;
  reload = 1;
}

static void on_user(int number) {
  (void)number;
  jobs = 0;
}

static void on_tick(union sigval value) {
  FILE *log = value.sival_ptr;
  pthread_mutex_lock(&lock);
  fprintf(log, "%lu jobs\n", jobs);
  pthread_mutex_unlock(&lock);
}

static void goodbye(void) { puts("stopped"); }

static void *worker(void *arg) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void install(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(number, &action, NULL);
}

int main(void) {
  pthread_t workers[4];
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  struct itimerspec often = {{1, 0}, {1, 0}};

  install(SIGTERM, on_term);
  install(SIGHUP, on_hup);
  install(SIGUSR1, on_user);
  atexit(goodbye);

  event.sigev_notify_function = on_tick;
  event.sigev_value.sival_ptr = stderr;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &often, NULL);

  for (int i = 0; i < 4; i++)
    pthread_create(&workers[i], NULL, worker, NULL);
  while (!stop) {
    if (reload) {
      puts("reloading");
      reload = 0;
    }
    pause();
  }
  for (int i = 0; i < 4; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
