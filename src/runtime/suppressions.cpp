// Suppressions in ThreadSanitizer's syntax: lines of "race:PATTERN" (function, file or variable of any frame),
// "race_top:PATTERN" (of the innermost frame), "called_from_lib:PATTERN" (module of any frame). In a pattern, * is any
// text, ^ and $ are the ends. Other kinds of line speak of things that are not races, and are passed over.
#include "runtime/found.h"
#include "runtime/options.h"
#include "runtime/system.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::runtime {

namespace {
enum class Scope : uint8_t { AnyFrame, TopFrame, AnyModule };
struct Suppression {
  Scope scope;
  const char* pattern;
  size_t length;
};
} // namespace

static Suppression suppressions[1024];
static unsigned suppressionCount;

void readSuppressions() {
  if (!options.suppressions) return;
  int file = int(systemCall(SYS_openat, AT_FDCWD, long(options.suppressions), O_RDONLY | O_CLOEXEC));
  if (file < 0) {
    printLine("cannot read the file of option suppressions");
    return;
  }
  Text& text = *new (allocate(sizeof(Text))) Text; // the patterns point into it, for good
  char buffer[4096];
  for (long got; (got = systemCall(SYS_read, file, long(buffer), sizeof buffer)) > 0;) text.add(buffer, size_t(got));
  systemCall(SYS_close, file);
  const char *at = text.data(), *end = at + text.size();
  while (at < end && suppressionCount < 1024) {
    const char* line = at;
    while (at < end && *at != '\n') ++at;
    const char* stop = at++;
    while (stop > line && (stop[-1] == ' ' || stop[-1] == '\r')) --stop;
    while (line < stop && *line == ' ') ++line;
    constexpr struct {
      const char* word;
      Scope scope;
    } kinds[] = {{"race:", Scope::AnyFrame}, {"race_top:", Scope::TopFrame}, {"called_from_lib:", Scope::AnyModule}};
    for (auto [word, scope] : kinds) {
      size_t length = strlen(word);
      if (size_t(stop - line) > length && !memcmp(line, word, length))
        suppressions[suppressionCount++] = {scope, line + length, size_t(stop - line) - length};
    }
  }
}

// Backtracking over the last star is enough.
static bool matchesHere(const char* pattern, const char* patternEnd, const char* text, const char* textEnd) {
  const char *star = nullptr, *starText = nullptr;
  for (;;) {
    if (pattern == patternEnd) return true; // the rest of the text may be anything
    if (*pattern == '*') {
      star = ++pattern;
      starText = text;
    } else if (*pattern == '$' && pattern + 1 == patternEnd && text == textEnd)
      return true;
    else if (text < textEnd && *pattern == *text)
      ++pattern, ++text;
    else if (star && starText < textEnd)
      pattern = star, text = ++starText;
    else
      return false;
  }
}

static bool matches(const Suppression& suppression, const char* text, size_t length) {
  const char *pattern = suppression.pattern, *end = pattern + suppression.length;
  if (*pattern == '^') return matchesHere(pattern + 1, end, text, text + length);
  for (size_t i = 0; i <= length; ++i)
    if (matchesHere(pattern, end, text + i, text + length)) return true;
  return false;
}

// Words of a frame: the function's name and the file, or the module.
static bool matchesFrame(const Suppression& suppression, uintptr_t pc) {
  if (suppression.scope == Scope::AnyModule) {
    Module* module = moduleOf(pc);
    return module && matches(suppression, module->path, strlen(module->path));
  }
  Text frame;
  addFrame(frame, pc);
  const char *at = frame.data(), *end = at + frame.size();
  while (at < end) {
    while (at < end && (*at == ' ' || *at == '\n')) ++at;
    const char* line = at;
    while (at < end && *at != '\n') ++at;
    const char* space = at;
    while (space > line && *space != ' ') --space;
    if (matches(suppression, line, size_t(space - line)) || matches(suppression, space, size_t(at - space)))
      return true;
    if (suppression.scope == Scope::TopFrame) return false;
  }
  return false;
}

bool isSuppressed(const FoundRace& race) {
  for (unsigned i = 0; i < suppressionCount; ++i)
    for (const FoundSide& side : race.sides) {
      uintptr_t frames[66];
      unsigned count = sideFrames(side.pc, side.stack, frames);
      if (suppressions[i].scope == Scope::TopFrame && count > 1) count = 1;
      for (unsigned f = 0; f < count; ++f)
        if (matchesFrame(suppressions[i], frames[f])) return true;
    }
  return false;
}

} // namespace steward::runtime
