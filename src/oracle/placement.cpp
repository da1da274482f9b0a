#include "oracle/placement.h"

namespace steward::oracle {

void PlacementRules::note(ThreadState& thread, uint64_t at, Byte& byte) {
  if (byte.isPending())
    thread.pending[at] = &byte;
  else
    thread.pending.erase(at);
}

void PlacementRules::access(const TraceEvent& event) {
  ThreadState& thread = threads_[event.thread];
  bool isWrite = event.flag;
  for (uint64_t at = event.at; at < event.at + event.bytes; ++at) {
    Byte& byte = thread.bytes[at];
    byte.access = thread.releases;
    byte.checkedRead = nullptr;
    if (isWrite) {
      byte.write = thread.releases;
      byte.checkedWrite = nullptr;
    }
    bool isCovered = (isWrite ? byte.writeCheck : byte.readCheck) == thread.releases;
    if (!isCovered && isWrite && !byte.written) byte.written = &event;
    if (!isCovered && !isWrite && !byte.read) byte.read = &event;
    note(thread, at, byte);
  }
}

void PlacementRules::check(const TraceEvent& event) {
  ThreadState& thread = threads_[event.thread];
  bool isWrite = event.flag;
  for (uint64_t at = event.at; at < event.at + event.bytes; ++at) {
    Byte& byte = thread.bytes[at];
    byte.readCheck = thread.releases;
    byte.read = nullptr;
    if (isWrite) {
      byte.writeCheck = thread.releases;
      byte.written = nullptr;
    }
    bool isLegitimate = (isWrite ? byte.write : byte.access) == thread.releases;
    if (!isLegitimate && isWrite && !byte.checkedWrite) byte.checkedWrite = &event;
    if (!isLegitimate && !isWrite && !byte.checkedRead) byte.checkedRead = &event;
    note(thread, at, byte);
  }
}

void PlacementRules::settle(uint64_t at, Byte& byte) {
  for (const TraceEvent* event : {byte.read, byte.written})
    if (event) uncovered_(*event, at);
  for (const TraceEvent* event : {byte.checkedRead, byte.checkedWrite})
    if (event) illegitimate_(*event, at);
  byte.read = byte.written = byte.checkedRead = byte.checkedWrite = nullptr;
}

void PlacementRules::settle(ThreadState& thread) {
  for (auto [at, byte] : thread.pending) settle(at, *byte);
  thread.pending.clear();
}

void PlacementRules::acquire(uint32_t thread) { settle(threads_[thread]); }

void PlacementRules::forget(uint64_t at, uint64_t bytes) {
  for (auto& [number, thread] : threads_) {
    auto first = thread.pending.lower_bound(at), last = thread.pending.lower_bound(at + bytes);
    for (auto each = first; each != last; ++each) settle(each->first, *each->second);
    thread.pending.erase(first, last);
    if (bytes < thread.bytes.size())
      for (uint64_t each = at; each < at + bytes; ++each) thread.bytes.erase(each);
    else
      std::erase_if(thread.bytes, [&](const auto& each) { return each.first - at < bytes; });
  }
}

} // namespace steward::oracle
