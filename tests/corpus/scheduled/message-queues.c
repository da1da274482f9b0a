// What was done before a message was sent is before what is done with it; what is done after that is not. POSIX's
// queues, by two descriptors of one name, and System V's. Where the system has none, a pipe takes their place.
// scheduled
#include "part-schedule.h"

#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <unistd.h>

static int before, old, late;
static volatile int sink;
static mqd_t in, out;
static int queue, ends[2];
struct message {
  long type;
  char text[8];
};

static void send_posix(void) { (void)(out == (mqd_t)-1 ? write(ends[1], "a", 1) : mq_send(out, "a", 1, 0)); }
static void receive_posix(void) {
  char text[64];
  (void)(in == (mqd_t)-1 ? read(ends[0], text, 1) : mq_receive(in, text, sizeof text, 0));
}
static void send_other(void) {
  struct message message = {1, "b"};
  (void)(queue < 0 ? write(ends[1], "b", 1) : msgsnd(queue, &message, sizeof message.text, 0));
}
static void receive_other(void) {
  struct message message;
  (void)(queue < 0 ? read(ends[0], message.text, 1) : msgrcv(queue, &message, sizeof message.text, 0, 0));
}

static void *first(void *unused) {
  before = 1; // imprecise: what messages order is not looked at
  send_posix();
  old = 1; // imprecise: the same
  send_other();
  late = 1; // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  receive_posix();
  sink = before; // imprecise: the same
  receive_other();
  sink = old;  // imprecise: the same
  sink = late; // race
  return unused;
}

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/steward-%d", (int)getpid());
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 64};
  out = mq_open(name, O_CREAT | O_WRONLY, 0600, &attributes);
  in = mq_open(name, O_RDONLY);
  mq_unlink(name);
  queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
  if (pipe(ends)) return 1;
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  if (queue >= 0) msgctl(queue, IPC_RMID, 0);
}
