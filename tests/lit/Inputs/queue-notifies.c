// What tells of a message in a queue that was empty comes after what was done before the message was sent: a call in a
// thread of the library's, or a signal. With RACY, what is done after it is not.
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int sent, late;
static sem_t called;

static void call(union sigval unused) {
  (void)unused;
  sent++;
#ifdef RACY
  late++;
#endif
  sem_post(&called);
}

static void handle(int signal) {
  (void)signal;
  sent++;
  sem_post(&called);
}

static void send(mqd_t queue) {
  char text[64];
  sent = 1;
  mq_send(queue, "a", 1, 0);
  late = 1;
  while (sem_wait(&called))
    ;
  mq_receive(queue, text, sizeof text, 0);
}

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/steward-notifies-%d", (int)getpid());
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 64};
  mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
  mq_unlink(name);
  if (queue == (mqd_t)-1) return 3; // the system has none
  sem_init(&called, 0, 0);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = call};
  mq_notify(queue, &event);
  send(queue);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  signal(SIGUSR1, handle);
  mq_notify(queue, &event);
  send(queue);
  return 0;
}
