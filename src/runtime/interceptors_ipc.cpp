// What processes talk through, and threads can too: queues of messages, System V's semaphores, locks of files.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/memory.h"
#include "runtime/notify.h"
#include "runtime/signals.h"

#include <fcntl.h>
#include <mqueue.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>

namespace steward::runtime {

namespace {

// Signals that queues tell of a message by. Whoever sends one sends them, too.
uint64_t queueSignals;

void releaseMessage(Thread& thread, mqd_t queue) {
  releaseDescriptor(thread, queue);
  for (uint64_t left = __atomic_load_n(&queueSignals, __ATOMIC_RELAXED); left; left &= left - 1)
    releaseToSignal(thread, __builtin_ctzll(left) + 1);
}

void askQueue(Thread& thread, mqd_t queue, sigevent& event) {
  NotifyCall* call = nullptr;
  if (event.sigev_notify == SIGEV_THREAD) {
    call = static_cast<NotifyCall*>(allocate(sizeof(NotifyCall)));
    call->descriptor = queue;
    call->isOfQueue = true;
  } else if (event.sigev_notify == SIGEV_SIGNAL && event.sigev_signo > 0 && event.sigev_signo <= 64) {
    __atomic_fetch_or(&queueSignals, uint64_t(1) << (event.sigev_signo - 1), __ATOMIC_RELAXED);
  }
  askForCall(thread, event, call);
}

} // namespace

// A queue's descriptor is one like others; its file is the same for all who open it by its name.
#define STEWARD_QUEUES(name, parameters, arguments)                                                                    \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    STEWARD_ACCESSES(READS(from, bytes) releaseMessage(*entry, queue);)                                                \
    return REAL(name) arguments;                                                                                       \
  }
STEWARD_QUEUES(mq_send, (mqd_t queue, const char* from, size_t bytes, unsigned priority),
               (queue, from, bytes, priority))
STEWARD_QUEUES(mq_timedsend, (mqd_t queue, const char* from, size_t bytes, unsigned priority, const timespec* until),
               (queue, from, bytes, priority, until))
#define STEWARD_UNQUEUES(name, parameters, arguments)                                                                  \
  STEWARD_INTERCEPT(ssize_t, name, parameters) {                                                                       \
    ssize_t got = REAL(name) arguments;                                                                                \
    if (got >= 0)                                                                                                      \
      STEWARD_ACCESSES(acquireDescriptor(*entry, queue); WRITES(into, size_t(got)) WRITES(priority, sizeof *priority)) \
    return got;                                                                                                        \
  }
STEWARD_UNQUEUES(mq_receive, (mqd_t queue, char* into, size_t bytes, unsigned* priority),
                 (queue, into, bytes, priority))
STEWARD_UNQUEUES(mq_timedreceive, (mqd_t queue, char* into, size_t bytes, unsigned* priority, const timespec* until),
                 (queue, into, bytes, priority, until))
STEWARD_INTERCEPT(int, mq_close, (mqd_t queue)) {
  STEWARD_ACCESSES(forgetDescriptor(queue);)
  return REAL(mq_close)(queue);
}

STEWARD_INTERCEPT(int, mq_notify, (mqd_t queue, const sigevent* event)) {
  sigevent ours = event ? *event : sigevent{};
  if (event) STEWARD_ACCESSES(READS(event, sizeof *event) askQueue(*entry, queue, ours);)
  return REAL(mq_notify)(queue, event ? &ours : nullptr);
}

// System V's, by their numbers.
STEWARD_INTERCEPT(int, msgsnd, (int queue, const void* message, size_t bytes, int flags)) {
  if (ssize_t(bytes) >= 0)
    STEWARD_ACCESSES(READS(message, sizeof(long) + bytes) releaseNumber(*entry, Numbered::Queue, queue, 0);)
  return REAL(msgsnd)(queue, message, bytes, flags);
}
STEWARD_INTERCEPT(ssize_t, msgrcv, (int queue, void* message, size_t bytes, long type, int flags)) {
  ssize_t got = REAL(msgrcv)(queue, message, bytes, type, flags);
  if (got >= 0)
    STEWARD_ACCESSES(acquireNumber(*entry, Numbered::Queue, queue, 0); WRITES(message, sizeof(long) + size_t(got)))
  return got;
}

namespace {

// What makes a semaphore larger is before what waits for that; what makes it smaller is before who waits for zero.
void beforeSemaphores(Thread& thread, int set, const sembuf* operations, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (operations[i].sem_op)
      releaseNumber(thread, operations[i].sem_op > 0 ? Numbered::Semaphore : Numbered::Zero, set,
                    operations[i].sem_num);
}

void afterSemaphores(Thread& thread, int set, const sembuf* operations, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (operations[i].sem_op <= 0)
      acquireNumber(thread, operations[i].sem_op ? Numbered::Semaphore : Numbered::Zero, set, operations[i].sem_num);
}

} // namespace

#define STEWARD_SEMAPHORES(name, parameters, arguments)                                                                \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    if (!operations) return REAL(name) arguments;                                                                      \
    STEWARD_ACCESSES(READS(operations, count * sizeof(sembuf)) beforeSemaphores(*entry, set, operations, count);)      \
    int status = REAL(name) arguments;                                                                                 \
    if (status == 0) STEWARD_ACCESSES(afterSemaphores(*entry, set, operations, count);)                                \
    return status;                                                                                                     \
  }
STEWARD_SEMAPHORES(semop, (int set, sembuf* operations, size_t count), (set, operations, count))
STEWARD_SEMAPHORES(semtimedop, (int set, sembuf* operations, size_t count, const timespec* time),
                   (set, operations, count, time))

STEWARD_INTERCEPT(int, semctl, (int set, int number, int command, ...)) {
  va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*); // a union; what is not there is not looked at
  va_end(list);
  unsigned from = unsigned(number), to = command == SETVAL ? from + 1 : from;
  if (command == SETALL) {
    semid_ds state = {};
    from = 0, to = REAL(semctl)(set, 0, IPC_STAT, &state) ? 0 : unsigned(state.sem_nsems);
  }
  STEWARD_ACCESSES(for (; from < to; ++from) {
    releaseNumber(*entry, Numbered::Semaphore, set, from);
    releaseNumber(*entry, Numbered::Zero, set, from);
  })
  return REAL(semctl)(set, number, command, argument);
}

// Locks of files are held by who opened the file: two threads that each opened it keep each other out.
STEWARD_INTERCEPT(int, flock, (int fd, int operation)) {
  int kind = operation & ~LOCK_NB;
  if (kind != LOCK_EX)
    STEWARD_ACCESSES(givingBackFile(*entry, fd, FileLocks::OfFile, kind == LOCK_UN);) // or it becomes a weaker one
  int status = REAL(flock)(fd, operation);
  if (status == 0 && (kind == LOCK_EX || kind == LOCK_SH))
    STEWARD_ACCESSES(takenFile(*entry, fd, FileLocks::OfFile, kind == LOCK_EX);)
  return status;
}

#define STEWARD_FILE_CONTROL(name)                                                                                     \
  STEWARD_INTERCEPT(int, name, (int fd, int command, ...)) {                                                           \
    va_list list;                                                                                                      \
    va_start(list, command);                                                                                           \
    void* argument = va_arg(list, void*);                                                                              \
    va_end(list);                                                                                                      \
    bool locks = (command == F_OFD_SETLK || command == F_OFD_SETLKW) && argument;                                      \
    auto* lock = static_cast<const struct flock*>(argument);                                                           \
    short type = locks ? lock->l_type : F_UNLCK;                                                                       \
    bool isAll = locks && type == F_UNLCK && lock->l_whence == SEEK_SET && !lock->l_start && !lock->l_len;             \
    if (locks && type != F_WRLCK) STEWARD_ACCESSES(givingBackFile(*entry, fd, FileLocks::OfParts, isAll);)             \
    int status = REAL(name)(fd, command, argument);                                                                    \
    if (status < 0) return status;                                                                                     \
    if (type != F_UNLCK) STEWARD_ACCESSES(takenFile(*entry, fd, FileLocks::OfParts, type == F_WRLCK);)                 \
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) STEWARD_ACCESSES(sameDescriptor(status, fd);)                \
    return status;                                                                                                     \
  }
STEWARD_FILE_CONTROL(fcntl)
STEWARD_FILE_CONTROL(fcntl64)

} // namespace steward::runtime
