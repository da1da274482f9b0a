// memcpy and its like for the runtime's own use; see own_memory.h. Short and without vectors: long copies are the C
// library's business.
#include <stddef.h>
#include <stdint.h>

extern "C" {

__attribute__((visibility("hidden"))) void* __steward_memcpy(void* to, const void* from, size_t bytes) {
  void* result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
  return result;
}

__attribute__((visibility("hidden"))) void* __steward_memset(void* to, int value, size_t bytes) {
  void* result = to;
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
  return result;
}

__attribute__((visibility("hidden"))) void* __steward_memmove(void* to, const void* from, size_t bytes) {
  if (uintptr_t(to) - uintptr_t(from) >= bytes) return __steward_memcpy(to, from, bytes);
  char* t = static_cast<char*>(to);
  const char* f = static_cast<const char*>(from);
  while (bytes--) {
    t[bytes] = f[bytes];
    asm volatile("" : : : "memory"); // else the loop would become a call of this function
  }
  return to;
}

__attribute__((visibility("hidden"))) int __steward_memcmp(const void* left, const void* right, size_t bytes) {
  const auto* l = static_cast<const unsigned char*>(left);
  const auto* r = static_cast<const unsigned char*>(right);
  for (size_t i = 0; i < bytes; ++i)
    if (l[i] != r[i]) return l[i] - r[i];
  return 0;
}

__attribute__((visibility("hidden"))) size_t __steward_strlen(const char* text) {
  size_t length = 0;
  while (text[length]) {
    ++length;
    asm volatile("" : : : "memory");
  }
  return length;
}
}
