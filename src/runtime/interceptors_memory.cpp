// Memory and text: mem*, str*. What a function reads is what it must read to know its result, not all that it may.
#include "runtime/accesses.h"

#include <string.h>
#include <strings.h>
#include <sys/types.h>

extern "C" {
void* __steward_memcpy(void*, const void*, size_t);
void* __steward_memmove(void*, const void*, size_t);
void* __steward_memset(void*, int, size_t);
int __steward_memcmp(const void*, const void*, size_t);
size_t __steward_strlen(const char*);
}

namespace steward::runtime {

// While libraries are being loaded, there is no next function to ask.
#define STEWARD_EARLY(name) (isReady ? REAL(name) : __steward_##name)

STEWARD_INTERCEPT(void*, memcpy, (void* to, const void* from, size_t bytes)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return STEWARD_EARLY(memcpy)(to, from, bytes);
}
STEWARD_INTERCEPT(void*, memmove, (void* to, const void* from, size_t bytes)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return STEWARD_EARLY(memmove)(to, from, bytes);
}
STEWARD_INTERCEPT(void*, memset, (void* to, int value, size_t bytes)) {
  STEWARD_ACCESSES(WRITES(to, bytes))
  return STEWARD_EARLY(memset)(to, value, bytes);
}
STEWARD_INTERCEPT(size_t, strlen, (const char* text)) {
  size_t length = STEWARD_EARLY(strlen)(text);
  STEWARD_ACCESSES(READS(text, length + 1))
  return length;
}

// For code that is checked already: the pass checks the intrinsics itself, and names these.
STEWARD_EXPORT void* __steward_copy(void* to, const void* from, size_t bytes) {
  return STEWARD_EARLY(memcpy)(to, from, bytes);
}
STEWARD_EXPORT void* __steward_move(void* to, const void* from, size_t bytes) {
  return STEWARD_EARLY(memmove)(to, from, bytes);
}
STEWARD_EXPORT void* __steward_fill(void* to, int value, size_t bytes) {
  return STEWARD_EARLY(memset)(to, value, bytes);
}

size_t textLength(const char* text) { return STEWARD_EARLY(strlen)(text); }

namespace {

// How far two memories were looked at: to their first difference.
size_t comparedBytes(const void* left, const void* right, size_t bytes) {
  const auto *l = static_cast<const unsigned char*>(left), *r = static_cast<const unsigned char*>(right);
  for (size_t i = 0; i < bytes; ++i)
    if (l[i] != r[i]) return i + 1;
  return bytes;
}

size_t least(size_t a, size_t b) { return a < b ? a : b; }
unsigned char lower(char letter) { return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter); }

// As above, for texts: to the first difference or the end.
size_t comparedText(const char* left, const char* right, size_t limit, bool ignoresCase) {
  for (size_t i = 0; i < limit; ++i) {
    bool isSame = ignoresCase ? lower(left[i]) == lower(right[i]) : left[i] == right[i];
    if (!isSame || !left[i]) return i + 1;
  }
  return limit;
}

} // namespace

STEWARD_INTERCEPT(int, memcmp, (const void* left, const void* right, size_t bytes)) {
  int result = STEWARD_EARLY(memcmp)(left, right, bytes);
  size_t compared = result ? comparedBytes(left, right, bytes) : bytes;
  STEWARD_ACCESSES(READS(left, compared) READS(right, compared))
  return result;
}
STEWARD_INTERCEPT(int, bcmp, (const void* left, const void* right, size_t bytes)) {
  int result = isReady ? REAL(bcmp)(left, right, bytes) : __steward_memcmp(left, right, bytes);
  size_t compared = result ? comparedBytes(left, right, bytes) : bytes;
  STEWARD_ACCESSES(READS(left, compared) READS(right, compared))
  return result;
}
STEWARD_INTERCEPT(void*, memchr, (const void* at, int value, size_t bytes)) {
  void* found = REAL(memchr)(at, value, bytes);
  STEWARD_ACCESSES(READS(at, found ? size_t((char*)found - (char*)at) + 1 : bytes))
  return found;
}
STEWARD_INTERCEPT(void*, memrchr, (const void* at, int value, size_t bytes)) {
  void* found = REAL(memrchr)(at, value, bytes);
  const char* from = found ? static_cast<char*>(found) : static_cast<const char*>(at);
  STEWARD_ACCESSES(READS(from, size_t((char*)at + bytes - from)))
  return found;
}
STEWARD_INTERCEPT(void*, rawmemchr, (const void* at, int value)) {
  void* found = REAL(rawmemchr)(at, value);
  STEWARD_ACCESSES(READS(at, size_t((char*)found - (char*)at) + 1))
  return found;
}
STEWARD_INTERCEPT(void*, memmem, (const void* at, size_t bytes, const void* part, size_t partBytes)) {
  void* found = REAL(memmem)(at, bytes, part, partBytes);
  size_t read = found ? size_t((char*)found - (char*)at) + partBytes : bytes;
  STEWARD_ACCESSES(READS(at, read) READS(part, partBytes))
  return found;
}
STEWARD_INTERCEPT(void*, mempcpy, (void* to, const void* from, size_t bytes)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(mempcpy)(to, from, bytes);
}
STEWARD_INTERCEPT(void, bcopy, (const void* from, void* to, size_t bytes)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(bcopy)(from, to, bytes);
}
STEWARD_INTERCEPT(void, bzero, (void* to, size_t bytes)) {
  STEWARD_ACCESSES(WRITES(to, bytes))
  return REAL(bzero)(to, bytes);
}
STEWARD_INTERCEPT(void, explicit_bzero, (void* to, size_t bytes)) {
  STEWARD_ACCESSES(WRITES(to, bytes))
  return REAL(explicit_bzero)(to, bytes);
}

// Texts.
STEWARD_INTERCEPT(size_t, strnlen, (const char* text, size_t limit)) {
  size_t length = REAL(strnlen)(text, limit);
  STEWARD_ACCESSES(READS(text, least(length + 1, limit)))
  return length;
}
STEWARD_INTERCEPT(char*, strcpy, (char* to, const char* from)) {
  size_t bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(strcpy)(to, from);
}
STEWARD_INTERCEPT(char*, stpcpy, (char* to, const char* from)) {
  size_t bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(stpcpy)(to, from);
}
STEWARD_INTERCEPT(char*, strncpy, (char* to, const char* from, size_t limit)) {
  STEWARD_ACCESSES(READS(from, least(REAL(strnlen)(from, limit) + 1, limit)) WRITES(to, limit))
  return REAL(strncpy)(to, from, limit);
}
STEWARD_INTERCEPT(char*, stpncpy, (char* to, const char* from, size_t limit)) {
  STEWARD_ACCESSES(READS(from, least(REAL(strnlen)(from, limit) + 1, limit)) WRITES(to, limit))
  return REAL(stpncpy)(to, from, limit);
}
STEWARD_INTERCEPT(char*, strcat, (char* to, const char* from)) {
  size_t length = textLength(to), bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) READS(to, length) WRITES(to + length, bytes))
  return REAL(strcat)(to, from);
}
STEWARD_INTERCEPT(char*, strncat, (char* to, const char* from, size_t limit)) {
  size_t length = textLength(to), bytes = REAL(strnlen)(from, limit);
  STEWARD_ACCESSES(READS(from, least(bytes + 1, limit)) READS(to, length) WRITES(to + length, bytes + 1))
  return REAL(strncat)(to, from, limit);
}
STEWARD_INTERCEPT(int, strcmp, (const char* left, const char* right)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, SIZE_MAX, false); READS(left, bytes) READS(right, bytes))
  return REAL(strcmp)(left, right);
}
STEWARD_INTERCEPT(int, strncmp, (const char* left, const char* right, size_t limit)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, limit, false); READS(left, bytes) READS(right, bytes))
  return REAL(strncmp)(left, right, limit);
}
STEWARD_INTERCEPT(int, strcasecmp, (const char* left, const char* right)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, SIZE_MAX, true); READS(left, bytes) READS(right, bytes))
  return REAL(strcasecmp)(left, right);
}
STEWARD_INTERCEPT(int, strncasecmp, (const char* left, const char* right, size_t limit)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, limit, true); READS(left, bytes) READS(right, bytes))
  return REAL(strncasecmp)(left, right, limit);
}
STEWARD_INTERCEPT(char*, strchr, (const char* text, int letter)) {
  char* found = REAL(strchr)(text, letter);
  STEWARD_ACCESSES(READS(text, found ? size_t(found - text) + 1 : textLength(text) + 1))
  return found;
}
STEWARD_INTERCEPT(char*, strchrnul, (const char* text, int letter)) {
  char* found = REAL(strchrnul)(text, letter);
  STEWARD_ACCESSES(READS(text, size_t(found - text) + 1))
  return found;
}
STEWARD_INTERCEPT(char*, strrchr, (const char* text, int letter)) {
  STEWARD_ACCESSES(READS_TEXT(text))
  return REAL(strrchr)(text, letter);
}
STEWARD_INTERCEPT(char*, strstr, (const char* text, const char* part)) {
  char* found = REAL(strstr)(text, part);
  size_t length = textLength(part);
  STEWARD_ACCESSES(READS(text, found ? size_t(found - text) + length : textLength(text) + 1) READS(part, length + 1))
  return found;
}
STEWARD_INTERCEPT(char*, strcasestr, (const char* text, const char* part)) {
  char* found = REAL(strcasestr)(text, part);
  size_t length = textLength(part);
  STEWARD_ACCESSES(READS(text, found ? size_t(found - text) + length : textLength(text) + 1) READS(part, length + 1))
  return found;
}
STEWARD_INTERCEPT(size_t, strspn, (const char* text, const char* set)) {
  size_t length = REAL(strspn)(text, set);
  STEWARD_ACCESSES(READS(text, length + 1) READS_TEXT(set))
  return length;
}
STEWARD_INTERCEPT(size_t, strcspn, (const char* text, const char* set)) {
  size_t length = REAL(strcspn)(text, set);
  STEWARD_ACCESSES(READS(text, length + 1) READS_TEXT(set))
  return length;
}
STEWARD_INTERCEPT(char*, strpbrk, (const char* text, const char* set)) {
  char* found = REAL(strpbrk)(text, set);
  STEWARD_ACCESSES(READS(text, found ? size_t(found - text) + 1 : textLength(text) + 1) READS_TEXT(set))
  return found;
}
STEWARD_INTERCEPT(char*, strdup, (const char* text)) {
  STEWARD_ACCESSES(READS_TEXT(text))
  return REAL(strdup)(text);
}
STEWARD_INTERCEPT(char*, __strdup, (const char* text)) {
  STEWARD_ACCESSES(READS_TEXT(text))
  return REAL(__strdup)(text);
}
STEWARD_INTERCEPT(char*, strndup, (const char* text, size_t limit)) {
  STEWARD_ACCESSES(READS(text, least(REAL(strnlen)(text, limit) + 1, limit)))
  return REAL(strndup)(text, limit);
}

// What the compiler calls in the place of the above when a program is compiled with _FORTIFY_SOURCE.
STEWARD_INTERCEPT(void*, __memcpy_chk, (void* to, const void* from, size_t bytes, size_t room)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(__memcpy_chk)(to, from, bytes, room);
}
STEWARD_INTERCEPT(void*, __memmove_chk, (void* to, const void* from, size_t bytes, size_t room)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(__memmove_chk)(to, from, bytes, room);
}
STEWARD_INTERCEPT(void*, __mempcpy_chk, (void* to, const void* from, size_t bytes, size_t room)) {
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(__mempcpy_chk)(to, from, bytes, room);
}
STEWARD_INTERCEPT(void*, __memset_chk, (void* to, int value, size_t bytes, size_t room)) {
  STEWARD_ACCESSES(WRITES(to, bytes))
  return REAL(__memset_chk)(to, value, bytes, room);
}
STEWARD_INTERCEPT(char*, __strcpy_chk, (char* to, const char* from, size_t room)) {
  size_t bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(__strcpy_chk)(to, from, room);
}
STEWARD_INTERCEPT(char*, __stpcpy_chk, (char* to, const char* from, size_t room)) {
  size_t bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) WRITES(to, bytes))
  return REAL(__stpcpy_chk)(to, from, room);
}
STEWARD_INTERCEPT(char*, __strncpy_chk, (char* to, const char* from, size_t limit, size_t room)) {
  STEWARD_ACCESSES(READS(from, least(REAL(strnlen)(from, limit) + 1, limit)) WRITES(to, limit))
  return REAL(__strncpy_chk)(to, from, limit, room);
}
STEWARD_INTERCEPT(char*, __strcat_chk, (char* to, const char* from, size_t room)) {
  size_t length = textLength(to), bytes = textLength(from) + 1;
  STEWARD_ACCESSES(READS(from, bytes) READS(to, length) WRITES(to + length, bytes))
  return REAL(__strcat_chk)(to, from, room);
}
STEWARD_INTERCEPT(char*, __strncat_chk, (char* to, const char* from, size_t limit, size_t room)) {
  size_t length = textLength(to), bytes = REAL(strnlen)(from, limit);
  STEWARD_ACCESSES(READS(from, least(bytes + 1, limit)) READS(to, length) WRITES(to + length, bytes + 1))
  return REAL(__strncat_chk)(to, from, limit, room);
}

STEWARD_INTERCEPT(void*, memccpy, (void* to, const void* from, int value, size_t bytes)) {
  void* end = REAL(memccpy)(to, from, value, bytes);
  size_t copied = end ? size_t(static_cast<char*>(end) - static_cast<char*>(to)) : bytes;
  STEWARD_ACCESSES(READS(from, copied) WRITES(to, copied))
  return end;
}
STEWARD_INTERCEPT(char*, index, (const char* text, int letter)) { return stewards_strchr(text, letter); }
STEWARD_INTERCEPT(char*, rindex, (const char* text, int letter)) { return stewards_strrchr(text, letter); }
STEWARD_INTERCEPT(int, strcoll, (const char* left, const char* right)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, SIZE_MAX, false); READS(left, bytes) READS(right, bytes))
  return REAL(strcoll)(left, right);
}
STEWARD_INTERCEPT(int, strverscmp, (const char* left, const char* right)) {
  STEWARD_ACCESSES(size_t bytes = comparedText(left, right, SIZE_MAX, false); READS(left, bytes) READS(right, bytes))
  return REAL(strverscmp)(left, right);
}
STEWARD_INTERCEPT(size_t, strxfrm, (char* to, const char* from, size_t room)) {
  size_t length = REAL(strxfrm)(to, from, room);
  STEWARD_ACCESSES(READS_TEXT(from) if (length < room) WRITES(to, length + 1))
  return length;
}
STEWARD_INTERCEPT(void, swab, (const void* from, void* to, ssize_t bytes)) {
  if (bytes > 1) STEWARD_ACCESSES(READS(from, size_t(bytes) & ~size_t(1)) WRITES(to, size_t(bytes) & ~size_t(1)))
  REAL(swab)(from, to, bytes);
}

// Up to the end of the part that was found, where a letter is replaced by an end.
namespace {
void checkCut(Thread& thread, const char* start, const char* part, const char* rest, const void* frame) {
  if (!start) return;
  const char* end = part ? part + textLength(part) : nullptr;
  size_t read = end ? size_t(end - start) : textLength(start);
  if (read) checkAccess(thread, AccessKind::Read, start, read, nullptr, frame);
  if (end) checkAccess(thread, rest == end + 1 ? AccessKind::Write : AccessKind::Read, end, 1, nullptr, frame);
}
} // namespace
STEWARD_INTERCEPT(char*, strtok_r, (char* text, const char* letters, char** place)) {
  char *start = text ? text : *place, *found = REAL(strtok_r)(text, letters, place);
  STEWARD_ACCESSES(READS_TEXT(letters) checkCut(*entry, start, found, *place, STEWARD_FRAME);
                   WRITES(place, sizeof *place))
  return found;
}
STEWARD_INTERCEPT(char*, __strtok_r, (char* text, const char* letters, char** place)) {
  char *start = text ? text : *place, *found = REAL(__strtok_r)(text, letters, place);
  STEWARD_ACCESSES(READS_TEXT(letters) checkCut(*entry, start, found, *place, STEWARD_FRAME);
                   WRITES(place, sizeof *place))
  return found;
}
STEWARD_INTERCEPT(char*, strsep, (char** place, const char* letters)) {
  char *start = *place, *found = REAL(strsep)(place, letters);
  STEWARD_ACCESSES(READS_TEXT(letters) checkCut(*entry, start, found, *place, STEWARD_FRAME);
                   WRITES(place, sizeof *place))
  return found;
}
STEWARD_INTERCEPT(char*, strtok, (char* text, const char* letters)) {
  char* found = REAL(strtok)(text, letters);
  // Whether the end was there before is not to be seen.
  STEWARD_ACCESSES(READS_TEXT(letters) checkCut(*entry, text ? text : found, found, nullptr, STEWARD_FRAME);)
  return found;
}

} // namespace steward::runtime
