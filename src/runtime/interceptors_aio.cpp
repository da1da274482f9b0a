// Input and output that goes on by itself, and what it tells of when it is done. The memory counts as accessed when it
// is begun; whoever finds it done has what was done before that.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/memory.h"
#include "runtime/notify.h"
#include "runtime/sync.h"

#include <aio.h>
#include <errno.h>
#include <netdb.h>

namespace steward::runtime {

namespace {

// The library reads the event when the request is done, from the request itself: there it is ours until the call. A
// request's memory has one call for good.
struct RequestCall : NotifyCall {
  RequestCall* next;
  aiocb* request;
};
constexpr unsigned requestBuckets = 256;
RequestCall* requestCalls[requestBuckets];
SpinLock lock;

NotifyCall* callOf(aiocb* request) {
  SpinGuard guard(lock);
  RequestCall*& bucket = requestCalls[uintptr_t(request) / alignof(aiocb) % requestBuckets];
  for (RequestCall* call = bucket; call; call = call->next)
    if (call->request == request) return call;
  auto* made = static_cast<RequestCall*>(allocate(sizeof(RequestCall)));
  made->asked = &request->aio_sigevent;
  made->request = request;
  made->next = bucket;
  return bucket = made;
}

void begin(Thread& thread, aiocb* request) {
  bool isCall = request->aio_sigevent.sigev_notify == SIGEV_THREAD && !isOurs(request->aio_sigevent);
  askForCall(thread, request->aio_sigevent, isCall ? callOf(request) : nullptr);
  releaseTo(thread, request);
}

void* bufferOf(const aiocb* request) { return const_cast<void*>(static_cast<volatile void*>(request->aio_buf)); }

} // namespace

// aiocb64 is the same as aiocb.
#define STEWARD_BEGINS(name, parameters, arguments, ...)                                                               \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    sigevent event = request->aio_sigevent;                                                                            \
    STEWARD_ACCESSES(READS(request, sizeof *request) __VA_ARGS__ begin(*entry, request);)                              \
    int status = REAL(name) arguments;                                                                                 \
    if (status) request->aio_sigevent = event;                                                                         \
    return status;                                                                                                     \
  }
#define STEWARD_BEGINS_EACH(suffix)                                                                                    \
  STEWARD_BEGINS(aio_read##suffix, (aiocb * request), (request), WRITES(bufferOf(request), request->aio_nbytes))       \
  STEWARD_BEGINS(aio_write##suffix, (aiocb * request), (request),                                                      \
                 READS(bufferOf(request), request->aio_nbytes) releaseDescriptor(*entry, request->aio_fildes);)        \
  STEWARD_BEGINS(aio_fsync##suffix, (int operation, aiocb* request), (operation, request))
STEWARD_BEGINS_EACH()
STEWARD_BEGINS_EACH(64)

#define STEWARD_LISTS(name)                                                                                            \
  STEWARD_INTERCEPT(int, name, (int mode, aiocb* const* requests, int count, sigevent* event)) {                       \
    sigevent ours = event ? *event : sigevent{};                                                                       \
    STEWARD_ACCESSES(for (int i = 0; i < count; ++i) if (aiocb* request = requests[i]) {                               \
      if (request->aio_lio_opcode == LIO_READ) {                                                                       \
        WRITES(bufferOf(request), request->aio_nbytes)                                                                 \
      }                                                                                                                \
      if (request->aio_lio_opcode == LIO_WRITE) {                                                                      \
        READS(bufferOf(request), request->aio_nbytes) releaseDescriptor(*entry, request->aio_fildes);                  \
      }                                                                                                                \
      if (request->aio_lio_opcode != LIO_NOP) begin(*entry, request);                                                  \
    } if (event) askForCall(*entry, ours);)                                                                            \
    return REAL(name)(mode, requests, count, event ? &ours : nullptr);                                                 \
  }
STEWARD_LISTS(lio_listio)
STEWARD_LISTS(lio_listio64)

#define STEWARD_ASKS(result, name, isDone)                                                                             \
  STEWARD_INTERCEPT(result, name, (aiocb * request)) {                                                                 \
    result got = REAL(name)(request);                                                                                  \
    if (isDone) STEWARD_ACCESSES(acquireFrom(*entry, request);)                                                        \
    return got;                                                                                                        \
  }
STEWARD_ASKS(int, aio_error, got != EINPROGRESS)
STEWARD_ASKS(int, aio_error64, got != EINPROGRESS)
STEWARD_ASKS(ssize_t, aio_return, true)
STEWARD_ASKS(ssize_t, aio_return64, true)

#define STEWARD_AWAITS(name)                                                                                           \
  STEWARD_INTERCEPT(int, name, (const aiocb* const requests[], int count, const timespec* time)) {                     \
    int status = REAL(name)(requests, count, time), before = errno;                                                    \
    STEWARD_ACCESSES(for (int i = 0; i < count; ++i) {                                                                 \
      auto* request = const_cast<aiocb*>(requests[i]);                                                                 \
      if (request && REAL(aio_error)(request) != EINPROGRESS) acquireFrom(*entry, request);                            \
    })                                                                                                                 \
    errno = before;                                                                                                    \
    return status;                                                                                                     \
  }
STEWARD_AWAITS(aio_suspend)
STEWARD_AWAITS(aio_suspend64)

STEWARD_INTERCEPT(int, getaddrinfo_a, (int mode, gaicb** requests, int count, sigevent* event)) {
  sigevent ours = event ? *event : sigevent{};
  if (event) STEWARD_ACCESSES(askForCall(*entry, ours);)
  return REAL(getaddrinfo_a)(mode, requests, count, event ? &ours : nullptr);
}

} // namespace steward::runtime
