// Reading and writing through descriptors: what the system reads and writes of the program's memory, and the order that
// goes with the data. A release comes before the call, an acquire after it.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/system.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace steward::runtime {

#define ACQUIRES(descriptor) acquireDescriptor(*entry, descriptor);
#define RELEASES(descriptor) releaseDescriptor(*entry, descriptor);
// Buffers in the order in which `count` bytes fill them.
#define EACH_BUFFER(kind, buffers, buffersCount, limit)                                                                \
  for (size_t i = 0, left = (limit); i < size_t(buffersCount) && left; ++i) {                                          \
    size_t part = (buffers)[i].iov_len < left ? (buffers)[i].iov_len : left;                                           \
    STEWARD_ACCESS(kind, (buffers)[i].iov_base, part)                                                                  \
    left -= part;                                                                                                      \
  }

// In: the result is how many bytes came, 0 at the end of what was written.
#define STEWARD_IN(name, parameters, arguments, ...)                                                                   \
  STEWARD_INTERCEPT(ssize_t, name, parameters) {                                                                       \
    ssize_t got = REAL(name) arguments;                                                                                \
    if (got >= 0) STEWARD_ACCESSES(ACQUIRES(fd) __VA_ARGS__)                                                           \
    return got;                                                                                                        \
  }
#define STEWARD_OUT(name, parameters, arguments, ...)                                                                  \
  STEWARD_INTERCEPT(ssize_t, name, parameters) {                                                                       \
    STEWARD_ACCESSES(__VA_ARGS__ RELEASES(fd))                                                                         \
    return REAL(name) arguments;                                                                                       \
  }

STEWARD_IN(read, (int fd, void* into, size_t bytes), (fd, into, bytes), WRITES(into, size_t(got)))
STEWARD_IN(__read_chk, (int fd, void* into, size_t bytes, size_t room), (fd, into, bytes, room),
           WRITES(into, size_t(got)))
STEWARD_IN(pread, (int fd, void* into, size_t bytes, off_t at), (fd, into, bytes, at), WRITES(into, size_t(got)))
STEWARD_IN(pread64, (int fd, void* into, size_t bytes, off64_t at), (fd, into, bytes, at), WRITES(into, size_t(got)))
STEWARD_IN(readv, (int fd, const iovec* buffers, int count), (fd, buffers, count),
           READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Write, buffers, count, size_t(got)))
STEWARD_IN(preadv, (int fd, const iovec* buffers, int count, off_t at), (fd, buffers, count, at),
           READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Write, buffers, count, size_t(got)))
STEWARD_IN(preadv64, (int fd, const iovec* buffers, int count, off64_t at), (fd, buffers, count, at),
           READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Write, buffers, count, size_t(got)))
STEWARD_IN(preadv2, (int fd, const iovec* buffers, int count, off_t at, int flags), (fd, buffers, count, at, flags),
           READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Write, buffers, count, size_t(got)))
STEWARD_IN(preadv64v2, (int fd, const iovec* buffers, int count, off64_t at, int flags),
           (fd, buffers, count, at, flags),
           READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Write, buffers, count, size_t(got)))
STEWARD_IN(__pread_chk, (int fd, void* into, size_t bytes, off_t at, size_t room), (fd, into, bytes, at, room),
           WRITES(into, size_t(got)))
STEWARD_IN(__pread64_chk, (int fd, void* into, size_t bytes, off64_t at, size_t room), (fd, into, bytes, at, room),
           WRITES(into, size_t(got)))
STEWARD_IN(__recv_chk, (int fd, void* into, size_t bytes, size_t room, int flags), (fd, into, bytes, room, flags),
           WRITES(into, size_t(got)))
STEWARD_IN(recv, (int fd, void* into, size_t bytes, int flags), (fd, into, bytes, flags), WRITES(into, size_t(got)))
STEWARD_IN(recvfrom, (int fd, void* into, size_t bytes, int flags, sockaddr* from, socklen_t* length),
           (fd, into, bytes, flags, from, length), acquireOwnAddress(*entry, fd);
           WRITES(into, size_t(got)) if (from){WRITES(length, sizeof *length) WRITES(from, *length)})
STEWARD_IN(recvmsg, (int fd, msghdr* message, int flags), (fd, message, flags), acquireOwnAddress(*entry, fd);
           READS(message, sizeof *message) EACH_BUFFER(Write, message->msg_iov, message->msg_iovlen, size_t(got)))

STEWARD_OUT(write, (int fd, const void* from, size_t bytes), (fd, from, bytes), READS(from, bytes))
STEWARD_OUT(pwrite, (int fd, const void* from, size_t bytes, off_t at), (fd, from, bytes, at), READS(from, bytes))
STEWARD_OUT(pwrite64, (int fd, const void* from, size_t bytes, off64_t at), (fd, from, bytes, at), READS(from, bytes))
STEWARD_OUT(writev, (int fd, const iovec* buffers, int count), (fd, buffers, count),
            READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(pwritev, (int fd, const iovec* buffers, int count, off_t at), (fd, buffers, count, at),
            READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(pwritev64, (int fd, const iovec* buffers, int count, off64_t at), (fd, buffers, count, at),
            READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(pwritev2, (int fd, const iovec* buffers, int count, off_t at, int flags), (fd, buffers, count, at, flags),
            READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(pwritev64v2, (int fd, const iovec* buffers, int count, off64_t at, int flags),
            (fd, buffers, count, at, flags),
            READS(buffers, size_t(count) * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(vmsplice, (int fd, const iovec* buffers, size_t count, unsigned flags), (fd, buffers, count, flags),
            READS(buffers, count * sizeof(iovec)) EACH_BUFFER(Read, buffers, count, SIZE_MAX))
STEWARD_OUT(send, (int fd, const void* from, size_t bytes, int flags), (fd, from, bytes, flags), READS(from, bytes))
STEWARD_OUT(sendto, (int fd, const void* from, size_t bytes, int flags, const sockaddr* to, socklen_t length),
            (fd, from, bytes, flags, to, length),
            READS(from, bytes) READS(to, length) releaseAddress(*entry, to, length);)
STEWARD_OUT(sendmsg, (int fd, const msghdr* message, int flags), (fd, message, flags),
            READS(message, sizeof *message) EACH_BUFFER(Read, message->msg_iov, message->msg_iovlen, SIZE_MAX)
                releaseAddress(*entry, static_cast<const sockaddr*>(message->msg_name), message->msg_namelen);)

STEWARD_INTERCEPT(int, eventfd_read, (int fd, eventfd_t* value)) {
  int status = REAL(eventfd_read)(fd, value);
  if (status == 0) STEWARD_ACCESSES(ACQUIRES(fd) WRITES(value, sizeof *value))
  return status;
}
STEWARD_INTERCEPT(int, eventfd_write, (int fd, eventfd_t value)) {
  STEWARD_ACCESSES(RELEASES(fd))
  return REAL(eventfd_write)(fd, value);
}
STEWARD_INTERCEPT(ssize_t, sendfile, (int to, int from, off_t* at, size_t bytes)) {
  STEWARD_ACCESSES(READS(at, sizeof *at) RELEASES(to) ACQUIRES(from))
  return REAL(sendfile)(to, from, at, bytes);
}
// From one to the other: what was written to the first is before what is read from the second's other end.
// It is waited for here, so that what it brings is known before it goes on.
static void awaitInput(int fd, unsigned flags) {
  long status = systemCall(SYS_fcntl, fd, F_GETFL);
  pollfd wanted{fd, POLLIN, 0};
  if (!(flags & SPLICE_F_NONBLOCK) && status >= 0 && !(status & O_NONBLOCK)) systemCall(SYS_poll, long(&wanted), 1, -1);
}
STEWARD_INTERCEPT(ssize_t, splice, (int from, off64_t* at, int to, off64_t* start, size_t bytes, unsigned flags)) {
  awaitInput(from, flags);
  STEWARD_ACCESSES(ACQUIRES(from) RELEASES(to))
  ssize_t got = REAL(splice)(from, at, to, start, bytes, flags);
  if (got > 0) STEWARD_ACCESSES(ACQUIRES(from) RELEASES(to))
  return got;
}
STEWARD_INTERCEPT(ssize_t, tee, (int from, int to, size_t bytes, unsigned flags)) {
  awaitInput(from, flags);
  STEWARD_ACCESSES(ACQUIRES(from) RELEASES(to))
  ssize_t got = REAL(tee)(from, to, bytes, flags);
  if (got > 0) STEWARD_ACCESSES(ACQUIRES(from) RELEASES(to))
  return got;
}
// Several messages at once.
STEWARD_INTERCEPT(int, sendmmsg, (int fd, mmsghdr* messages, unsigned count, int flags)) {
  STEWARD_ACCESSES(for (unsigned m = 0; m < count; ++m) {
    const msghdr* message = &messages[m].msg_hdr;
    READS(message, sizeof *message)
    EACH_BUFFER(Read, message->msg_iov, message->msg_iovlen, SIZE_MAX)
    releaseAddress(*entry, static_cast<const sockaddr*>(message->msg_name), message->msg_namelen);
  } RELEASES(fd))
  int sent = REAL(sendmmsg)(fd, messages, count, flags);
  if (sent > 0) STEWARD_ACCESSES(for (int m = 0; m < sent; ++m) WRITES(&messages[m].msg_len, sizeof(unsigned)))
  return sent;
}
STEWARD_INTERCEPT(int, recvmmsg, (int fd, mmsghdr* messages, unsigned count, int flags, timespec* time)) {
  int got = REAL(recvmmsg)(fd, messages, count, flags, time);
  if (got > 0)
    STEWARD_ACCESSES(ACQUIRES(fd) acquireOwnAddress(*entry, fd); for (int m = 0; m < got; ++m) {
      const msghdr* message = &messages[m].msg_hdr;
      WRITES(&messages[m].msg_len, sizeof messages[m].msg_len)
      WRITES(&message->msg_flags, sizeof message->msg_flags)
      EACH_BUFFER(Write, message->msg_iov, message->msg_iovlen, messages[m].msg_len)
    })
  return got;
}
STEWARD_INTERCEPT(int, shutdown, (int fd, int how)) {
  STEWARD_ACCESSES(RELEASES(fd))
  return REAL(shutdown)(fd, how);
}
STEWARD_INTERCEPT(int, close, (int fd)) {
  STEWARD_ACCESSES(RELEASES(fd) closingFile(*entry, fd); forgetDescriptor(fd);)
  return REAL(close)(fd);
}

// New descriptors.
#define STEWARD_OPENS(name, parameters, arguments, ...)                                                                \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    STEWARD_ACCESSES(__VA_ARGS__)                                                                                      \
    int fd = REAL(name) arguments;                                                                                     \
    STEWARD_ACCESSES(forgetDescriptor(fd);)                                                                            \
    return fd;                                                                                                         \
  }
STEWARD_OPENS(socket, (int family, int type, int protocol), (family, type, protocol))
STEWARD_OPENS(eventfd, (unsigned value, int flags), (value, flags))
STEWARD_OPENS(timerfd_create, (int clock, int flags), (clock, flags))
STEWARD_OPENS(epoll_create, (int size), (size))
STEWARD_OPENS(epoll_create1, (int flags), (flags))
STEWARD_OPENS(creat, (const char* path, mode_t mode), (path, mode), READS_TEXT(path) releaseFileWatchers(*entry);)
#define STEWARD_WATCHES_FILES(name, parameters, arguments)                                                             \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int fd = REAL(name) arguments;                                                                                     \
    setFileWatcher(fd);                                                                                                \
    return fd;                                                                                                         \
  }
STEWARD_WATCHES_FILES(inotify_init, (), ())
STEWARD_WATCHES_FILES(inotify_init1, (int flags), (flags))
#define STEWARD_OPENS_FILE(name, first, path, flags, ...)                                                              \
  STEWARD_INTERCEPT(int, name, first) {                                                                                \
    STEWARD_ACCESSES(READS_TEXT(path) releaseFileWatchers(*entry);)                                                    \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
      va_list list;                                                                                                    \
      va_start(list, flags);                                                                                           \
      mode = va_arg(list, mode_t);                                                                                     \
      va_end(list);                                                                                                    \
    }                                                                                                                  \
    int fd = REAL(name)(__VA_ARGS__, mode);                                                                            \
    STEWARD_ACCESSES(forgetDescriptor(fd);)                                                                            \
    return fd;                                                                                                         \
  }
STEWARD_OPENS_FILE(open, (const char* path, int flags, ...), path, flags, path, flags)
STEWARD_OPENS_FILE(open64, (const char* path, int flags, ...), path, flags, path, flags)
STEWARD_OPENS_FILE(openat, (int folder, const char* path, int flags, ...), path, flags, folder, path, flags)
STEWARD_OPENS_FILE(openat64, (int folder, const char* path, int flags, ...), path, flags, folder, path, flags)

STEWARD_INTERCEPT(int, pipe, (int fds[2])) {
  int status = REAL(pipe)(fds);
  if (status == 0) STEWARD_ACCESSES(WRITES(fds, 2 * sizeof *fds) forgetDescriptor(fds[0]); forgetDescriptor(fds[1]);)
  return status;
}
STEWARD_INTERCEPT(int, pipe2, (int fds[2], int flags)) {
  int status = REAL(pipe2)(fds, flags);
  if (status == 0) STEWARD_ACCESSES(WRITES(fds, 2 * sizeof *fds) forgetDescriptor(fds[0]); forgetDescriptor(fds[1]);)
  return status;
}
STEWARD_INTERCEPT(int, socketpair, (int family, int type, int protocol, int fds[2])) {
  int status = REAL(socketpair)(family, type, protocol, fds);
  if (status == 0) STEWARD_ACCESSES(WRITES(fds, 2 * sizeof *fds) pairDescriptors(fds[0], fds[1]);)
  return status;
}
STEWARD_INTERCEPT(int, dup, (int fd)) {
  int copy = REAL(dup)(fd);
  if (copy >= 0) STEWARD_ACCESSES(sameDescriptor(copy, fd);)
  return copy;
}
STEWARD_INTERCEPT(int, dup2, (int fd, int as)) {
  STEWARD_ACCESSES(RELEASES(as) if (fd != as) closingFile(*entry, as);)
  int copy = REAL(dup2)(fd, as);
  if (copy >= 0) STEWARD_ACCESSES(sameDescriptor(copy, fd);)
  return copy;
}
STEWARD_INTERCEPT(int, dup3, (int fd, int as, int flags)) {
  STEWARD_ACCESSES(RELEASES(as) if (fd != as) closingFile(*entry, as);)
  int copy = REAL(dup3)(fd, as, flags);
  if (copy >= 0) STEWARD_ACCESSES(sameDescriptor(copy, fd);)
  return copy;
}

STEWARD_INTERCEPT(int, connect, (int fd, const sockaddr* to, socklen_t length)) {
  STEWARD_ACCESSES(READS(to, length) releaseAddress(*entry, to, length);)
  int status = REAL(connect)(fd, to, length);
  STEWARD_ACCESSES(newEndOfDescriptor(fd);) // it has another end now
  return status;
}
#define STEWARD_ACCEPTS(name, parameters, arguments)                                                                   \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int made = REAL(name) arguments;                                                                                   \
    if (made >= 0)                                                                                                     \
      STEWARD_ACCESSES(forgetDescriptor(made); acquireOwnAddress(*entry, fd);                                          \
                       if (from){WRITES(length, sizeof *length) WRITES(from, *length)})                                \
    return made;                                                                                                       \
  }
STEWARD_ACCEPTS(accept, (int fd, sockaddr* from, socklen_t* length), (fd, from, length))
STEWARD_ACCEPTS(accept4, (int fd, sockaddr* from, socklen_t* length, int flags), (fd, from, length, flags))

// Waiting for several.
STEWARD_INTERCEPT(int, epoll_ctl, (int fd, int operation, int other, epoll_event* event)) {
  bool isNamed = operation != EPOLL_CTL_DEL && event;
  STEWARD_ACCESSES(uint64_t name = isNamed ? event->data.u64 : 0;
                   if (isNamed) READS(event, sizeof *event) RELEASES(fd) watch(fd, other, isNamed ? &name : nullptr);)
  return REAL(epoll_ctl)(fd, operation, other, event);
}
#define STEWARD_EPOLL(name, parameters, arguments)                                                                     \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int count = REAL(name) arguments;                                                                                  \
    if (count > 0)                                                                                                     \
      STEWARD_ACCESSES(ACQUIRES(fd) WRITES(events, size_t(count) * sizeof *events) for (int i = 0; i < count; ++i) {   \
        if (events[i].events & ~uint32_t(EPOLLOUT)) acquireWatched(*entry, fd, events[i].data.u64);                    \
      })                                                                                                               \
    return count;                                                                                                      \
  }
STEWARD_EPOLL(epoll_wait, (int fd, epoll_event* events, int most, int time), (fd, events, most, time))
STEWARD_EPOLL(epoll_pwait, (int fd, epoll_event* events, int most, int time, const sigset_t* mask),
              (fd, events, most, time, mask))
STEWARD_EPOLL(epoll_pwait2, (int fd, epoll_event* events, int most, const timespec* time, const sigset_t* mask),
              (fd, events, most, time, mask))

#define STEWARD_POLL(name, parameters, arguments)                                                                      \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    STEWARD_ACCESSES(READS(fds, count * sizeof *fds))                                                                  \
    int ready = REAL(name) arguments;                                                                                  \
    if (ready > 0)                                                                                                     \
      STEWARD_ACCESSES(for (nfds_t i = 0; i < count; ++i) {                                                            \
        WRITES(&fds[i].revents, sizeof fds[i].revents)                                                                 \
        if (fds[i].revents & (POLLIN | POLLHUP)) ACQUIRES(fds[i].fd)                                                   \
      })                                                                                                               \
    return ready;                                                                                                      \
  }
STEWARD_POLL(poll, (pollfd * fds, nfds_t count, int time), (fds, count, time))
STEWARD_POLL(ppoll, (pollfd * fds, nfds_t count, const timespec* time, const sigset_t* mask), (fds, count, time, mask))

#define STEWARD_SELECT(name, parameters, arguments)                                                                    \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    size_t bytes = (size_t(count) + 63) / 64 * 8;                                                                      \
    STEWARD_ACCESSES(READS(in, bytes) READS(out, bytes) READS(except, bytes))                                          \
    int ready = REAL(name) arguments;                                                                                  \
    if (ready >= 0)                                                                                                    \
      STEWARD_ACCESSES(WRITES(in, bytes) WRITES(out, bytes)                                                            \
                           WRITES(except, bytes) for (int i = 0; in && i < count; ++i) {                               \
                             if (reinterpret_cast<const uint64_t*>(in)[i / 64] >> i % 64 & 1) ACQUIRES(i)              \
                           })                                                                                          \
    return ready;                                                                                                      \
  }
STEWARD_SELECT(select, (int count, fd_set* in, fd_set* out, fd_set* except, timeval* time),
               (count, in, out, except, time))
STEWARD_SELECT(pselect,
               (int count, fd_set* in, fd_set* out, fd_set* except, const timespec* time, const sigset_t* mask),
               (count, in, out, except, time, mask))

} // namespace steward::runtime
