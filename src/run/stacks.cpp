#include "run/stacks.h"

#include "program/system_files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

namespace steward {

using llvm::StringRef;

// How a process or a thread gets to its first function.
static bool isBeforeEntry(const StackFrame& frame) {
  return frame.function.empty() || llvm::StringSwitch<bool>(frame.function)
                                       .Cases({"_start", "__libc_start_main", "__libc_start_call_main"}, true)
                                       .Cases({"start_thread", "clone", "clone3", "__clone", "__clone3"}, true)
                                       .Default(StringRef(frame.function).starts_with("__libc_start_main"));
}

static bool isOfProgram(const StackFrame& frame) { return frame.at.known() && !isSystemFile(frame.at.file); }

// From innermost first to what a report shows.
static std::vector<StackFrame> finished(std::vector<StackFrame> frames) {
  auto isMain = [](const StackFrame& frame) { return frame.function == "main"; };
  if (auto main = llvm::find_if(frames, isMain); main != frames.end()) frames.erase(main + 1, frames.end());
  while (!frames.empty() && isBeforeEntry(frames.back())) frames.pop_back();
  // Libraries around it (how a std::thread gets to its function), unless there is nothing else.
  if (llvm::any_of(frames, isOfProgram))
    while (!isOfProgram(frames.back())) frames.pop_back();
  std::reverse(frames.begin(), frames.end());
  return frames;
}

static std::vector<StackFrame> framesFrom(const Record& record, llvm::ArrayRef<uint64_t> counters, Symbols& symbols) {
  std::vector<StackFrame> frames;
  for (uint64_t counter : counters)
    for (StackFrame& frame : symbols.code(record, counter)) frames.push_back(std::move(frame));
  return frames;
}

std::vector<StackFrame> stackOf(const Record& record, uint32_t stack, Symbols& symbols) {
  auto known = record.stacks.find(stack);
  if (known == record.stacks.end()) return {};
  return finished(framesFrom(record, known->second, symbols));
}

// The place of the source that a check stands for may be named relative to where it was compiled; the frames have the
// same file by its whole path.
static SourceLocation placeAmong(const RecordedPlace& place, const std::vector<StackFrame>& frames, Symbols& symbols) {
  SourceLocation at{symbols.shortened(place.file), place.line, place.column};
  if (StringRef(place.file).starts_with("/")) return at;
  for (const StackFrame& frame : frames)
    if (frame.at.file == place.file || StringRef(frame.at.file).ends_with("/" + place.file)) {
      at.file = frame.at.file;
      break;
    }
  return at;
}

std::vector<StackFrame> accessStack(const Record& record, const RecordedAccess& access, Symbols& symbols) {
  auto known = record.stacks.find(access.stack);
  llvm::ArrayRef<uint64_t> counters;
  if (known != record.stacks.end()) counters = known->second;
  std::vector<StackFrame> inner, outer;
  if (!counters.empty()) {
    inner = symbols.code(record, counters.front());
    outer = framesFrom(record, counters.drop_front(), symbols);
  }
  // An access that the optimiser has moved far has no line; the check at least is near it.
  auto named = llvm::find_if(access.places, [](const RecordedPlace& place) { return place.line != 0; });
  if (named != access.places.end()) {
    const RecordedPlace& place = *named;
    StackFrame frame{functionName(place.function), placeAmong(place, inner, symbols)};
    // The check may know the function by its name alone, the stack with its class.
    auto isSame = [&](const StackFrame& f) {
      return f.function == frame.function ||
             (!frame.function.empty() && StringRef(f.function).ends_with("::" + frame.function));
    };
    auto same = llvm::find_if(inner, isSame);
    if (same != inner.end()) {
      frame.function = same->function;
      inner.erase(inner.begin(), same + 1);
    } else if (!inner.empty() && !inner.front().at.known()) {
      inner.clear(); // the file is gone: the check knows more
    } else if (frame.function.empty() && !inner.empty()) {
      frame.function = inner.front().function;
      inner.erase(inner.begin());
    }
    inner.insert(inner.begin(), frame);
  }
  inner.insert(inner.end(), outer.begin(), outer.end());
  return finished(std::move(inner));
}

std::vector<SourceLocation> placesOf(const Record& record, const RecordedAccess& access, Symbols& symbols) {
  std::vector<StackFrame> frames;
  auto known = record.stacks.find(access.stack);
  if (known != record.stacks.end()) frames = framesFrom(record, known->second, symbols);
  std::vector<SourceLocation> places;
  for (const RecordedPlace& place : access.places) {
    SourceLocation at = placeAmong(place, frames, symbols);
    if (at.known() && !llvm::is_contained(places, at)) places.push_back(std::move(at));
  }
  return places;
}

std::string entryOf(const std::vector<StackFrame>& stack) {
  if (stack.empty()) return "";
  // "main::$_0::operator()" and "main::{lambda()#1}::operator()": nobody wrote that name.
  StringRef name = stack.front().function;
  size_t lambda = std::min(name.find("::$_"), name.find("::{lambda"));
  if (name.ends_with("::operator()") && lambda != StringRef::npos) return "lambda in " + name.take_front(lambda).str();
  return name.str();
}

SourceLocation placeOf(const std::vector<StackFrame>& stack) {
  for (const StackFrame& frame : llvm::reverse(stack))
    if (isOfProgram(frame)) return frame.at;
  for (const StackFrame& frame : llvm::reverse(stack))
    if (frame.at.known()) return frame.at;
  return {};
}

} // namespace steward
