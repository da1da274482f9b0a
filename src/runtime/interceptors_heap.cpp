// The allocator stays the C library's; its functions are asked by the names that nobody else defines, so that there is
// an allocator before the runtime has started, and while dlsym, which may allocate, looks for the others.
#include "runtime/allocations.h"
#include "runtime/heap.h"
#include "runtime/intercept.h"
#include "runtime/shadow.h"
#include "runtime/sync.h"
#include "runtime/system.h"

#include <errno.h>
#include <stdint.h>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void* __libc_valloc(size_t);
void* __libc_pvalloc(size_t);
void __libc_free(void*);
}

namespace steward::runtime {

// In a section of their own, by which they know whether the program has replaced them.
#define STEWARD_REPLACEABLE __attribute__((section("steward_heap")))

STEWARD_REPLACEABLE STEWARD_INTERCEPT(void*, malloc, (size_t bytes)) {
  return allocated(__libc_malloc(bytes), bytes, STEWARD_FRAME);
}

STEWARD_INTERCEPT(void*, calloc, (size_t count, size_t bytes)) {
  return allocated(__libc_calloc(count, bytes), count * bytes, STEWARD_FRAME);
}

STEWARD_REPLACEABLE STEWARD_INTERCEPT(void, free, (void* block)) {
  freeing(block, STEWARD_FRAME);
  __libc_free(block);
}

namespace {

// As if the block was freed and another allocated. When there is no other, the first is still there, and new.
void* reallocate(void* block, size_t bytes, const void* frame) {
  freeing(block, frame);
  void* moved = __libc_realloc(block, bytes);
  if (moved) return allocated(moved, bytes, frame);
  if (block && bytes && isReady) forgetAccesses(block, usableBytes(block), true);
  return nullptr;
}

} // namespace

STEWARD_INTERCEPT(void*, realloc, (void* block, size_t bytes)) { return reallocate(block, bytes, STEWARD_FRAME); }

STEWARD_INTERCEPT(void*, reallocarray, (void* block, size_t count, size_t bytes)) {
  size_t product;
  if (__builtin_mul_overflow(count, bytes, &product)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(block, product, STEWARD_FRAME);
}

STEWARD_INTERCEPT(void*, memalign, (size_t alignment, size_t bytes)) {
  return allocated(__libc_memalign(alignment, bytes), bytes, STEWARD_FRAME);
}

STEWARD_INTERCEPT(void*, aligned_alloc, (size_t alignment, size_t bytes)) {
  return allocated(__libc_memalign(alignment, bytes), bytes, STEWARD_FRAME);
}

STEWARD_INTERCEPT(int, posix_memalign, (void** into, size_t alignment, size_t bytes)) {
  if (alignment % sizeof(void*) || alignment == 0 || alignment & (alignment - 1)) return EINVAL;
  int before = errno;
  void* block = __libc_memalign(alignment, bytes);
  errno = before;
  if (!block) return ENOMEM;
  *into = allocated(block, bytes, STEWARD_FRAME);
  return 0;
}

STEWARD_INTERCEPT(void*, valloc, (size_t bytes)) { return allocated(__libc_valloc(bytes), bytes, STEWARD_FRAME); }
STEWARD_INTERCEPT(void*, pvalloc, (size_t bytes)) { return allocated(__libc_pvalloc(bytes), bytes, STEWARD_FRAME); }

// operator new and delete. They would reach malloc and free by themselves, but through code without frame pointers,
// which hides who called it. When there is no memory, the library's own function calls the handler and throws. And
// where the program has replaced the function that the library's own is defined by, it is asked.
extern "C" __attribute__((visibility("hidden"))) const char __start_steward_heap[], __stop_steward_heap[];

namespace {

template <typename Function>
bool isReplaced(Function* function) {
  auto* at = reinterpret_cast<const char*>(function);
  return at < __start_steward_heap || at >= __stop_steward_heap;
}

template <typename Function>
Function* insist(Function* real) {
  if (!real) stop("out of memory in operator new");
  return real;
}

} // namespace

#define STEWARD_NEW(symbol, base, parameters, block, arguments)                                                        \
  STEWARD_REPLACEABLE STEWARD_INTERCEPT(void*, symbol, parameters) {                                                   \
    void* made = isReplaced(stewards_##base) ? nullptr : block;                                                        \
    if (__builtin_expect(made == nullptr, 0)) return insist(REAL(symbol)) arguments;                                   \
    return allocated(made, bytes, STEWARD_FRAME);                                                                      \
  }
STEWARD_NEW(_Znwm, malloc, (size_t bytes), __libc_malloc(bytes ? bytes : 1), (bytes))
STEWARD_NEW(_Znam, _Znwm, (size_t bytes), __libc_malloc(bytes ? bytes : 1), (bytes))
STEWARD_NEW(_ZnwmRKSt9nothrow_t, _Znwm, (size_t bytes, const void* tag), __libc_malloc(bytes ? bytes : 1), (bytes, tag))
STEWARD_NEW(_ZnamRKSt9nothrow_t, _Znam, (size_t bytes, const void* tag), __libc_malloc(bytes ? bytes : 1), (bytes, tag))
STEWARD_NEW(_ZnwmSt11align_val_t, malloc, (size_t bytes, size_t alignment),
            __libc_memalign(alignment, bytes ? bytes : 1), (bytes, alignment))
STEWARD_NEW(_ZnamSt11align_val_t, _ZnwmSt11align_val_t, (size_t bytes, size_t alignment),
            __libc_memalign(alignment, bytes ? bytes : 1), (bytes, alignment))
STEWARD_NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, _ZnwmSt11align_val_t, (size_t bytes, size_t alignment, const void* tag),
            __libc_memalign(alignment, bytes ? bytes : 1), (bytes, alignment, tag))
STEWARD_NEW(_ZnamSt11align_val_tRKSt9nothrow_t, _ZnamSt11align_val_t, (size_t bytes, size_t alignment, const void* tag),
            __libc_memalign(alignment, bytes ? bytes : 1), (bytes, alignment, tag))

#define STEWARD_DELETE(symbol, base, parameters, arguments)                                                            \
  STEWARD_REPLACEABLE STEWARD_INTERCEPT(void, symbol, parameters) {                                                    \
    if (isReplaced(stewards_##base)) return insist(REAL(symbol)) arguments;                                            \
    freeing(block, STEWARD_FRAME);                                                                                     \
    __libc_free(block);                                                                                                \
  }
STEWARD_DELETE(_ZdlPv, free, (void* block), (block))
STEWARD_DELETE(_ZdaPv, _ZdlPv, (void* block), (block))
STEWARD_DELETE(_ZdlPvm, _ZdlPv, (void* block, size_t bytes), (block, bytes))
STEWARD_DELETE(_ZdaPvm, _ZdaPv, (void* block, size_t bytes), (block, bytes))
STEWARD_DELETE(_ZdlPvRKSt9nothrow_t, _ZdlPv, (void* block, const void* tag), (block, tag))
STEWARD_DELETE(_ZdaPvRKSt9nothrow_t, _ZdaPv, (void* block, const void* tag), (block, tag))
STEWARD_DELETE(_ZdlPvSt11align_val_t, free, (void* block, size_t alignment), (block, alignment))
STEWARD_DELETE(_ZdaPvSt11align_val_t, _ZdlPvSt11align_val_t, (void* block, size_t alignment), (block, alignment))
STEWARD_DELETE(_ZdlPvmSt11align_val_t, _ZdlPvSt11align_val_t, (void* block, size_t bytes, size_t alignment),
               (block, bytes, alignment))
STEWARD_DELETE(_ZdaPvmSt11align_val_t, _ZdaPvSt11align_val_t, (void* block, size_t bytes, size_t alignment),
               (block, bytes, alignment))
STEWARD_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, _ZdlPvSt11align_val_t,
               (void* block, size_t alignment, const void* tag), (block, alignment, tag))
STEWARD_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, _ZdaPvSt11align_val_t,
               (void* block, size_t alignment, const void* tag), (block, alignment, tag))

} // namespace steward::runtime
