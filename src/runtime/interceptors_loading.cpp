// Shared libraries that are loaded and closed as the program runs. The dynamic linker has a lock, which is held while
// the constructors of a library run, and its destructors; nothing else that it does is seen. So these tell of
// themselves, in instrumented libraries (placement/structors.h), and all of them are one object: a library may be
// loaded as a part of one and closed as a part of another.
#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/sync.h"

namespace steward::runtime {

namespace {

char loader; // its address

void acquireLoader() {
  Entry entry;
  if (entry) acquireFrom(*entry, &loader);
}
void releaseLoader() {
  Entry entry;
  if (entry) releaseTo(*entry, &loader);
}

bool has(const char* text, char letter) {
  while (*text && *text != letter) ++text;
  return *text;
}

// Where a library is looked for hangs on who asks. The runtime is a part of the executable.
bool isSoughtByCaller(const char* file, const void* caller) {
  if (!file || (has(file, '/') && !has(file, '$'))) return false;
  return !libraryAround(reinterpret_cast<const void*>(isSoughtByCaller)).contains(caller);
}

} // namespace

// Whoever finds a library loaded is after its constructors, whichever thread ran them.
STEWARD_INTERCEPT(void*, dlopen, (const char* file, int mode)) {
  if (isSoughtByCaller(file, __builtin_return_address(0))) {
    acquireLoader(); // too early, if just now another thread loads it
    [[clang::musttail]] return REAL(dlopen)(file, mode);
  }
  void* library = REAL(dlopen)(file, mode);
  acquireLoader();
  return library;
}

// The last who closes a library runs its destructors, after whatever others did before they closed it.
STEWARD_INTERCEPT(int, dlclose, (void* library)) {
  releaseLoader();
  return REAL(dlclose)(library);
}

// Destructors of static objects. Afterwards the memory may be another library's.
STEWARD_INTERCEPT(void, __cxa_finalize, (void* library)) {
  acquireLoader();
  REAL(__cxa_finalize)(library);
  releaseLoader();
}

} // namespace steward::runtime

void __steward_enter_structor() { steward::runtime::acquireLoader(); }
void __steward_leave_structor() { steward::runtime::releaseLoader(); }
