// Texts of wide characters, and what makes one kind of text of the other.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

namespace steward::runtime {

namespace {
constexpr size_t wide = sizeof(wchar_t);
size_t wideLength(const wchar_t* text, size_t limit = SIZE_MAX / wide) {
  size_t length = 0;
  while (length < limit && text[length]) ++length;
  return length;
}
// With its end, unless there are more than the limit.
size_t wideBytes(const wchar_t* text, size_t limit = SIZE_MAX / wide) {
  size_t length = wideLength(text, limit);
  return (length < limit ? length + 1 : limit) * wide;
}
size_t comparedWide(const wchar_t* left, const wchar_t* right, size_t limit) {
  size_t at = 0;
  while (at < limit && left[at] == right[at] && left[at]) ++at;
  return (at < limit ? at + 1 : limit) * wide;
}
} // namespace
#define READS_WIDE(text) READS(text, wideBytes(text))

STEWARD_BEFORE(size_t, wcslen, (const wchar_t* text), (text), READS_WIDE(text))
STEWARD_BEFORE(size_t, wcsnlen, (const wchar_t* text, size_t limit), (text, limit), READS(text, wideBytes(text, limit)))
STEWARD_BEFORE(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from), (to, from),
               READS_WIDE(from) WRITES(to, wideBytes(from)))
STEWARD_BEFORE(wchar_t*, wcpcpy, (wchar_t * to, const wchar_t* from), (to, from),
               READS_WIDE(from) WRITES(to, wideBytes(from)))
STEWARD_BEFORE(wchar_t*, wcsncpy, (wchar_t * to, const wchar_t* from, size_t limit), (to, from, limit),
               READS(from, wideBytes(from, limit)) WRITES(to, limit* wide))
STEWARD_BEFORE(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from), (to, from),
               READS_WIDE(from) READS(to, wideLength(to) * wide) WRITES(to + wideLength(to), wideBytes(from)))
STEWARD_BEFORE(wchar_t*, wcsncat, (wchar_t * to, const wchar_t* from, size_t limit), (to, from, limit),
               READS(from, wideBytes(from, limit)) READS(to, wideLength(to) * wide)
                   WRITES(to + wideLength(to), (wideLength(from, limit) + 1) * wide))
STEWARD_BEFORE(int, wcscmp, (const wchar_t* left, const wchar_t* right), (left, right),
               READS(left, comparedWide(left, right, SIZE_MAX / wide))
                   READS(right, comparedWide(left, right, SIZE_MAX / wide)))
STEWARD_BEFORE(int, wcsncmp, (const wchar_t* left, const wchar_t* right, size_t limit), (left, right, limit),
               READS(left, comparedWide(left, right, limit)) READS(right, comparedWide(left, right, limit)))
STEWARD_BEFORE(int, wcscoll, (const wchar_t* left, const wchar_t* right), (left, right),
               READS(left, comparedWide(left, right, SIZE_MAX / wide))
                   READS(right, comparedWide(left, right, SIZE_MAX / wide)))
STEWARD_AFTER(wchar_t*, wcschr, (const wchar_t* text, wchar_t letter), (text, letter), true,
              READS(text, got ? size_t(got - text + 1) * wide : wideBytes(text)))
STEWARD_BEFORE(wchar_t*, wcsrchr, (const wchar_t* text, wchar_t letter), (text, letter), READS_WIDE(text))
STEWARD_AFTER(wchar_t*, wcsstr, (const wchar_t* text, const wchar_t* part), (text, part), true,
              READS_WIDE(part) READS(text, got ? (size_t(got - text) + wideLength(part)) * wide : wideBytes(text)))
STEWARD_AFTER(wchar_t*, wcsdup, (const wchar_t* text), (text), true, READS_WIDE(text))
STEWARD_BEFORE(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, size_t count), (to, from, count),
               READS(from, count* wide) WRITES(to, count* wide))
STEWARD_BEFORE(wchar_t*, wmempcpy, (wchar_t * to, const wchar_t* from, size_t count), (to, from, count),
               READS(from, count* wide) WRITES(to, count* wide))
STEWARD_BEFORE(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, size_t count), (to, from, count),
               READS(from, count* wide) WRITES(to, count* wide))
STEWARD_BEFORE(wchar_t*, wmemset, (wchar_t * to, wchar_t letter, size_t count), (to, letter, count),
               WRITES(to, count* wide))
STEWARD_INTERCEPT(int, wmemcmp, (const wchar_t* left, const wchar_t* right, size_t count)) {
  size_t same = 0;
  while (same < count && left[same] == right[same]) ++same;
  size_t bytes = (same < count ? same + 1 : count) * wide;
  STEWARD_ACCESSES(READS(left, bytes) READS(right, bytes))
  return REAL(wmemcmp)(left, right, count);
}
STEWARD_AFTER(wchar_t*, wmemchr, (const wchar_t* at, wchar_t letter, size_t count), (at, letter, count), true,
              READS(at, got ? size_t(got - at + 1) * wide : count* wide))

// Numbers: up to where the number ends.
#define STEWARD_PARSES_WIDE(result, name, parameters, arguments)                                                       \
  STEWARD_INTERCEPT(result, name, parameters) {                                                                        \
    wchar_t* stopped = nullptr; /* and stays so if there is no such base */                                            \
    result got = REAL(name) arguments;                                                                                 \
    if (!stopped) return got;                                                                                          \
    STEWARD_ACCESSES(READS(text, size_t(stopped - text + 1) * wide) WRITES(end, sizeof *end))                          \
    if (end) *end = stopped;                                                                                           \
    return got;                                                                                                        \
  }
#define STEWARD_PARSES_WIDE_NUMBER(result, name)                                                                       \
  STEWARD_PARSES_WIDE(result, name, (const wchar_t* text, wchar_t** end, int base), (text, &stopped, base))
STEWARD_PARSES_WIDE_NUMBER(long, wcstol)
STEWARD_PARSES_WIDE_NUMBER(long long, wcstoll)
STEWARD_PARSES_WIDE_NUMBER(unsigned long, wcstoul)
STEWARD_PARSES_WIDE_NUMBER(unsigned long long, wcstoull)
STEWARD_PARSES_WIDE(double, wcstod, (const wchar_t* text, wchar_t** end), (text, &stopped))
STEWARD_PARSES_WIDE(float, wcstof, (const wchar_t* text, wchar_t** end), (text, &stopped))

// From one kind to the other. `got`: how many came of it, without the end; -1: what was there is no text. If all of the
// room is used, the text may go on, and a letter is at least a byte.
#define STEWARD_WRITTEN(size, room)                                                                                    \
  if (to && got != size_t(-1)) WRITES(to, (got < (room) ? got + 1 : (room)) * (size))
STEWARD_AFTER(size_t, mbstowcs, (wchar_t * to, const char* from, size_t room), (to, from, room), true,
              READS(from, got == size_t(-1)   ? 1
                          : to && got == room ? got
                                              : textLength(from) + 1) STEWARD_WRITTEN(wide, room))
STEWARD_AFTER(size_t, wcstombs, (char* to, const wchar_t* from, size_t room), (to, from, room), true,
              READS(from, got == size_t(-1)   ? wide
                          : !to || got < room ? wideBytes(from)
                          : got               ? wide
                                              : 0) STEWARD_WRITTEN(size_t(1), room))
STEWARD_INTERCEPT(size_t, mbsrtowcs, (wchar_t * to, const char** place, size_t room, mbstate_t* state)) {
  const char* from = *place;
  size_t got = REAL(mbsrtowcs)(to, place, room, state);
  size_t read = got == size_t(-1) ? 0 : to && *place ? size_t(*place - from) : textLength(from) + 1;
  STEWARD_ACCESSES(READS(place, sizeof *place) READS(from, read)
                       STEWARD_WRITTEN(wide, room) if (to){WRITES(place, sizeof *place) WRITES(state, sizeof *state)})
  return got;
}
STEWARD_INTERCEPT(size_t, wcsrtombs, (char* to, const wchar_t** place, size_t room, mbstate_t* state)) {
  const wchar_t* from = *place;
  size_t got = REAL(wcsrtombs)(to, place, room, state);
  size_t read = got == size_t(-1) ? 0 : to && *place ? size_t(*place - from) * wide : wideBytes(from);
  STEWARD_ACCESSES(READS(place, sizeof *place) READS(from, read) STEWARD_WRITTEN(size_t(1), room) if (to){
      WRITES(place, sizeof *place) WRITES(state, sizeof *state)})
  return got;
}
STEWARD_AFTER(int, mbtowc, (wchar_t * to, const char* from, size_t limit), (to, from, limit), got >= 0 && from,
              READS(from, got ? size_t(got) : 1) WRITES(to, wide))
STEWARD_AFTER(size_t, mbrtowc, (wchar_t * to, const char* from, size_t limit, mbstate_t* state),
              (to, from, limit, state), got <= limit && from,
              READS(from, got ? got : 1) WRITES(to, wide) WRITES(state, sizeof *state))
STEWARD_AFTER(int, wctomb, (char* to, wchar_t letter), (to, letter), got > 0, WRITES(to, size_t(got)))
STEWARD_AFTER(size_t, wcrtomb, (char* to, wchar_t letter, mbstate_t* state), (to, letter, state), got != size_t(-1),
              WRITES(to, got) WRITES(state, sizeof *state))

// Streams.
STEWARD_BEFORE(int, fputws, (const wchar_t* text, FILE* file), (text, file),
               READS_WIDE(text) releaseStream(*entry, file);)
STEWARD_AFTER(wchar_t*, fgetws, (wchar_t * into, int size, FILE* file), (into, size, file), true,
              acquireStream(*entry, file);
              if (got) WRITES(into, wideBytes(into)))

} // namespace steward::runtime
