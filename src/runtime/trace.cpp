#include "runtime/trace.h"

#include "runtime/memory.h"
#include "runtime/options.h"
#include "runtime/system.h"
#include "runtime/text.h"

#include <fcntl.h>
#include <sys/syscall.h>

namespace steward::runtime {

bool isTracing;

namespace {

constexpr size_t bufferBytes = 1 << 20;
constexpr unsigned siteBits = 16;

SpinLock lock; // of everything here
int file;
TraceEvent* buffer;
size_t filled;
// Sites whose text has been written; when two share a place, one is written again now and then.
const Site** known;

void write(const void* data, size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes) {
    long written = systemCall(SYS_write, file, long(at), long(bytes));
    if (written <= 0) {
      isTracing = false;
      say("the trace cannot be written any more");
      return;
    }
    at += written;
    bytes -= size_t(written);
  }
}

void flush() {
  write(buffer, filled * sizeof(TraceEvent));
  filled = 0;
}

void append(const TraceEvent& event) {
  if (filled == bufferBytes / sizeof(TraceEvent)) flush();
  buffer[filled++] = event;
}

// The places in the source that the site stands for, once.
void appendSite(const Site* site) {
  const Site*& place = known[(uintptr_t(site) >> 3) * 0x9e37'79b9'7f4a'7c15u >> (64 - siteBits)];
  if (place == site) return;
  place = site;
  Text text;
  for (uint32_t i = 0; i < site->count; ++i) {
    const SiteAccess& access = site->accesses[i];
    if (i) text.add(", ");
    text.add(access.file ? access.file : "?");
    text.add(':');
    text.addNumber(access.line);
    text.add(':');
    text.addNumber(access.column);
  }
  append({TraceKind::Site, 0, 0, 0, uint64_t(uintptr_t(site)), text.size(), 0});
  for (size_t at = 0; at < text.size(); at += sizeof(TraceEvent)) {
    TraceEvent piece = {};
    size_t bytes = text.size() - at < sizeof piece ? text.size() - at : sizeof piece;
    memcpy(static_cast<void*>(&piece), text.data() + at, bytes);
    append(piece);
  }
}

} // namespace

void startTrace() {
  if (!options.trace) return;
  NumberText number;
  Text name;
  name.add(options.trace);
  name.add('.');
  name.add(decimal(uint64_t(processId()), number));
  name.add('\0');
  file = int(systemCall(SYS_openat, AT_FDCWD, long(name.data()), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file < 0) {
    say("the trace cannot be written to ", name.data());
    return;
  }
  buffer = static_cast<TraceEvent*>(mapPages(bufferBytes));
  known = static_cast<const Site**>(mapPages(sizeof(Site*) << siteBits));
  isTracing = true;
  write(traceMagic, sizeof traceMagic);
}

void stopTrace() { isTracing = false; }

void finishTrace() {
  if (!isTracing) return;
  SpinGuard guard(lock);
  append({TraceKind::Finish, 0, 0, stewardCurrentThread ? stewardCurrentThread->number : 0, 0, 0, 0});
  flush();
  isTracing = false;
}

void traceEvent(TraceKind kind, uint32_t thread, uint64_t at, uint64_t bytes, unsigned flag, unsigned part,
                const Site* site) {
  SpinGuard guard(lock);
  if (!isTracing) return;
  if (site) appendSite(site);
  append({kind, uint8_t(flag), uint16_t(part), thread, at, bytes, uint64_t(uintptr_t(site))});
}

void traceConflict(const Thread& thread, uintptr_t at, size_t bytes, Epoch earlier) {
  if (!isTracing) return;
  Thread* other = threadOf(earlier);
  SpinGuard guard(lock);
  if (isTracing) append({TraceKind::Conflict, 0, 0, thread.number, at, bytes, other ? other->number : 0});
}

} // namespace steward::runtime

using namespace steward::runtime;

// In code compiled for it, right before each plain access, whether it has a check or another stands for it.
STEWARD_CHECK void __steward_trace_access(const void* at, size_t bytes, uint32_t isWrite, const StewardSite* site) {
  if (isTracing && !hasThreadEnded()) trace(TraceKind::Access, currentThread(), at, bytes, isWrite, site);
}
// Right before each check within a word; the runtime itself logs those of ranges.
STEWARD_CHECK void __steward_trace_check(const void* at, size_t bytes, uint32_t isWrite, const StewardSite* site) {
  if (isTracing && !hasThreadEnded()) trace(TraceKind::Check, currentThread(), at, bytes, isWrite, site);
}
