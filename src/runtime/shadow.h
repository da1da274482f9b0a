// Checks, and the shadow that they keep: for each word of the program's memory, which span of which thread wrote it
// last and which read it since.
#pragma once

#include "runtime/thread.h"

namespace steward::runtime {

enum class AccessKind : uint8_t { Read, Write, AtomicRead, AtomicWrite, Free };

// A check of bytes that the runtime itself knows to be accessed: an interceptor (memcpy, read), an atomic, a free.
// `frame`:
// __builtin_frame_address(0) of the interceptor, whose caller made the access.
void checkAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame);

// Memory that is new to the program, or whose accesses so far are no one's any more: allocation, a stack that is used
// again, mmap. No check; what was known of it is forgotten. `isUsedAgain`: by a heap.
void forgetAccesses(const void* at, size_t bytes, bool isUsedAgain = false);

// Once, before the first thread runs checked code: reserves the address space. False with a message when it is taken.
bool initializeShadow();

} // namespace steward::runtime
