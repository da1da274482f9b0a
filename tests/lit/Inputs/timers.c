// What is done before a timer is set is before what it brings about: a signal, whichever thread it comes to, or a call.
// With RACY, what is done after it is not.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static timer_t timer;
static int set, late;
static sem_t told;

static void bring(void) {
  set++;
#ifdef RACY
  late++;
#endif
  timer_getoverrun(timer);
  sem_post(&told);
}
static void handle(int signal) {
  (void)signal;
  bring();
}
static void call(union sigval unused) {
  (void)unused;
  bring();
}

static void *takes_signals(void *end) {
  sigset_t all;
  sigemptyset(&all);
  pthread_sigmask(SIG_SETMASK, &all, 0);
  while (sem_wait(end))
    ;
  return 0;
}

static void once(struct sigevent *event) {
  timer_create(CLOCK_MONOTONIC, event, &timer);
  set = 1;
  struct itimerspec soon = {.it_value.tv_nsec = 1000000};
  timer_settime(timer, 0, &soon, 0);
  late = 1;
  while (sem_wait(&told))
    ;
  timer_delete(timer);
}

int main(void) {
  sem_t end;
  sem_init(&end, 0, 0);
  sem_init(&told, 0, 0);
  signal(SIGALRM, handle);
  signal(SIGUSR1, handle);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, 0);
  pthread_t other;
  pthread_create(&other, 0, takes_signals, &end);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  once(&event);
  once(0);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = call;
  once(&event);
  sem_post(&end);
  pthread_join(other, 0);
}
