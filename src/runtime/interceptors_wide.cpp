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
               READS_WIDE(left) READS_WIDE(right))
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
STEWARD_BEFORE(int, wmemcmp, (const wchar_t* left, const wchar_t* right, size_t count), (left, right, count),
               READS(left, count* wide) READS(right, count* wide))
STEWARD_AFTER(wchar_t*, wmemchr, (const wchar_t* at, wchar_t letter, size_t count), (at, letter, count), true,
              READS(at, got ? size_t(got - at + 1) * wide : count* wide))

// Numbers: up to where the number ends.
#define STEWARD_PARSES_WIDE(result, name, parameters, arguments)                                                       \
  STEWARD_INTERCEPT(result, name, parameters) {                                                                        \
    wchar_t* stopped;                                                                                                  \
    result got = REAL(name) arguments;                                                                                 \
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

// From one kind to the other. `got`: how many came of it, without the end; -1: what was there is no text.
#define STEWARD_WRITTEN(size, room)                                                                                    \
  if (to && got != size_t(-1)) WRITES(to, (got < (room) ? got + 1 : (room)) * (size))
STEWARD_AFTER(size_t, mbstowcs, (wchar_t * to, const char* from, size_t room), (to, from, room), true,
              READS_TEXT(from) STEWARD_WRITTEN(wide, room))
STEWARD_AFTER(size_t, wcstombs, (char* to, const wchar_t* from, size_t room), (to, from, room), true,
              READS_WIDE(from) STEWARD_WRITTEN(size_t(1), room))
STEWARD_INTERCEPT(size_t, mbsrtowcs, (wchar_t * to, const char** place, size_t room, mbstate_t* state)) {
  const char* from = *place;
  STEWARD_ACCESSES(READS(place, sizeof *place) READS_TEXT(from))
  size_t got = REAL(mbsrtowcs)(to, place, room, state);
  STEWARD_ACCESSES(STEWARD_WRITTEN(wide, room) if (to) WRITES(place, sizeof *place) WRITES(state, sizeof *state))
  return got;
}
STEWARD_INTERCEPT(size_t, wcsrtombs, (char* to, const wchar_t** place, size_t room, mbstate_t* state)) {
  const wchar_t* from = *place;
  STEWARD_ACCESSES(READS(place, sizeof *place) READS_WIDE(from))
  size_t got = REAL(wcsrtombs)(to, place, room, state);
  STEWARD_ACCESSES(STEWARD_WRITTEN(size_t(1), room) if (to) WRITES(place, sizeof *place) WRITES(state, sizeof *state))
  return got;
}
STEWARD_AFTER(int, mbtowc, (wchar_t * to, const char* from, size_t limit), (to, from, limit), got >= 0,
              READS(from, got ? size_t(got) : 1) WRITES(to, wide))
STEWARD_AFTER(size_t, mbrtowc, (wchar_t * to, const char* from, size_t limit, mbstate_t* state),
              (to, from, limit, state), got <= limit,
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
