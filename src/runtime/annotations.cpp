// Synchronisation that the program tells of, because nobody could see it otherwise: by the names that programs already
// use, ThreadSanitizer's (<sanitizer/tsan_interface.h>) and those of dynamic annotations; and inline assembly, of which
// the pass tells (placement/assembly.h).
//
// They are weak: a program may bring definitions that do nothing.
#include "runtime/intercept.h"
#include "runtime/sync.h"

using namespace steward::runtime;

// What comes to be visible at the address is told before it is.
void __steward_release(const void* at) {
  Entry entry;
  if (entry) releaseTo(*entry, at);
}

// After the value was seen. One that was stored between the two counts as seen.
void __steward_acquire(const void* at) {
  Entry entry;
  if (entry) acquireFrom(*entry, at);
}

#define STEWARD_ANNOTATION STEWARD_EXPORT __attribute__((weak)) void

STEWARD_ANNOTATION __tsan_release(void* at) { __steward_release(at); }
STEWARD_ANNOTATION __tsan_acquire(void* at) { __steward_acquire(at); }
STEWARD_ANNOTATION AnnotateHappensBefore(const char*, int, const volatile void* at) {
  __steward_release(const_cast<const void*>(at));
}
STEWARD_ANNOTATION AnnotateHappensAfter(const char*, int, const volatile void* at) {
  __steward_acquire(const_cast<const void*>(at));
}
