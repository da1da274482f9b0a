#include "report/guarded.h"

#include "report/declarators.h"
#include "report/source_lines.h"
#include "report/uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace steward {

using llvm::StringRef;

namespace {

struct SourceFile {
  std::unique_ptr<llvm::MemoryBuffer> text; // null when it cannot be read
  llvm::SmallVector<StringRef, 0> lines;    // with what stands before the end of line
  bool endsInLine = true;
  std::map<size_t, std::string> changed; // by number, from 0
};

class Patch {
public:
  explicit Patch(const std::string& root) : root_(root) {
    llvm::SmallString<256> real;
    if (!llvm::sys::fs::real_path(root_, real)) realRoot_ = real.str();
  }

  std::vector<std::string> unpatched;

  void add(const GuardedPlace& place) {
    std::string problem = change(place);
    if (problem.empty()) return;
    unpatched.push_back(place.declared.file + ":" + std::to_string(place.declared.line) + ": " + place.name +
                        " GUARDED_BY(" + place.lock + "): " + problem);
  }

  void print(llvm::raw_ostream& out) const {
    for (const auto& [name, file] : files_)
      if (!file.changed.empty()) print(name, file, out);
  }

private:
  // Compilers name files by the way that they were given or by the one without links.
  std::string belowRoot(StringRef file) const {
    std::string path = absolutePath(file, root_), below = pathBelow(path, root_);
    return below.empty() && !realRoot_.empty() ? pathBelow(path, realRoot_) : below;
  }

  std::string change(const GuardedPlace& place) {
    const SourceLocation &at = place.declared, &lock = place.lockedBy;
    std::string below = belowRoot(at.file);
    if (below.empty()) return "the file is not below the current folder";
    // What a header declares is not known here; only what surely stands before it can be named.
    if (!place.isMember && lock.file != at.file)
      return "the lock is declared in another file (" + lock.file + ":" + std::to_string(lock.line) + ")";
    if (!place.isMember && lock.line >= at.line)
      return "the lock is declared behind it (line " + std::to_string(lock.line) + ")";
    SourceFile& file = read(below);
    if (!file.text) return "the file cannot be read";
    if (at.line > file.lines.size()) return "the file has no such line";
    StringRef line = file.lines[at.line - 1];
    // The last word of "queue.head" and "counters::total".
    StringRef name = place.name;
    AttributePlace found = attributePlace(line, name.substr(name.find_last_of(".:") + 1));
    if (!found.problem.empty()) return found.problem;
    file.changed[at.line - 1] =
        (line.substr(0, found.column) + " GUARDED_BY(" + place.lock + ")" + line.substr(found.column)).str();
    return "";
  }

  SourceFile& read(const std::string& below) {
    auto [it, isNew] = files_.try_emplace(below);
    SourceFile& file = it->second;
    if (!isNew) return file;
    auto text = llvm::MemoryBuffer::getFile(root_ + "/" + below);
    if (!text) return file;
    file.text = std::move(*text);
    file.text->getBuffer().split(file.lines, '\n');
    if (!file.lines.empty() && file.lines.back().empty())
      file.lines.pop_back();
    else
      file.endsInLine = false;
    return file;
  }

  static void print(const std::string& name, const SourceFile& file, llvm::raw_ostream& out) {
    constexpr size_t context = 3;
    // A name with blanks ends with a tab, or what follows a blank is taken for a date.
    StringRef end = StringRef(name).contains(' ') ? "\t\n" : "\n";
    out << "--- " << name << end << "+++ " << name << end;
    for (auto it = file.changed.begin(); it != file.changed.end();) {
      size_t first = it->first - std::min(it->first, context), last = it->first;
      auto next = it;
      for (; next != file.changed.end() && next->first <= last + 2 * context + 1; ++next) last = next->first;
      last = std::min(last + context, file.lines.size() - 1);
      size_t count = last - first + 1;
      out << "@@ -" << first + 1 << ',' << count << " +" << first + 1 << ',' << count << " @@\n";
      for (size_t n = first; n <= last; ++n) {
        StringRef tail = n + 1 == file.lines.size() && !file.endsInLine ? "\n\\ No newline at end of file\n" : "\n";
        auto changed = file.changed.find(n);
        bool isChanged = changed != file.changed.end();
        out << (isChanged ? '-' : ' ') << file.lines[n] << tail;
        if (isChanged) out << '+' << changed->second << tail;
      }
      it = next;
    }
  }

  std::string root_, realRoot_;
  std::map<std::string, SourceFile> files_; // by name below the root
};

} // namespace

void renderGuarded(const Report& report, const std::string& root, llvm::raw_ostream& out) {
  Patch patch(root);
  size_t count = report.guarded ? report.guarded->size() : 0;
  if (report.guarded)
    for (const GuardedPlace& place : *report.guarded) patch.add(place);
  if (!count) out << "# nothing is always accessed under one lock\n";
  for (const std::string& text : patch.unpatched) out << "# not patched: " << printable(text) << '\n';
  patch.print(out);
}

} // namespace steward
