#include "report/html.h"

#include "report/json.h"
#include "report/page.h"
#include "report/source_lines.h"
#include "report/words.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

static constexpr unsigned linesAround = 6;
static constexpr size_t longestLine = 500;
static constexpr size_t mostSourceBytes = 64 << 20; // a page should open; what comes later is without its source

namespace {

// Which lines of which files a reader may want to see.
class Excerpts {
public:
  void add(const Report& report) {
    for (const std::vector<Race>* races : listsOf(report))
      for (const Race& race : *races) add(race);
  }

  // {"file": {"29": "text", …}}
  void write(json::OStream& out) {
    SourceLines source;
    size_t bytes = 0;
    out.object([&] {
      for (auto& [file, lines] : wanted_) {
        if (bytes > mostSourceBytes || source.line(file, *lines.begin()).data() == nullptr) continue;
        std::string name = json::isUTF8(file) ? file.str() : json::fixUTF8(file);
        out.attributeObject(name, [&] {
          for (unsigned number : lines) {
            StringRef line = source.line(file, number);
            if (line.data() == nullptr) break; // behind the end
            line = line.take_front(longestLine);
            bytes += line.size();
            out.attribute(std::to_string(number), json::isUTF8(line) ? line.str() : json::fixUTF8(line));
          }
        });
      }
    });
  }

private:
  void add(const SourceLocation& at) {
    if (!at.known() || at.file.empty()) return;
    std::set<unsigned>& lines = wanted_[at.file];
    unsigned first = at.line > linesAround ? at.line - linesAround : 1;
    for (unsigned line = first; line <= at.line + linesAround && line != 0; ++line) lines.insert(line);
  }
  void add(const RaceAccess& a) {
    add(a.at);
    for (const std::vector<StackFrame>* frames : {&a.stack, &a.created})
      for (const StackFrame& frame : *frames) add(frame.at);
    for (const SourceLocation& at : a.oneOf) add(at);
  }
  void add(const Race& race) {
    add(race.object.allocated);
    for (const StackFrame& frame : race.object.stack) add(frame.at);
    for (const RaceAccess& a : race.accesses) add(a);
    for (const RaceAccess& a : race.more) add(a.at);
  }

  std::map<StringRef, std::set<unsigned>> wanted_;
};

} // namespace

// JSON inside a script element: '<' stands only in strings there, where it may be written as an escape, and then no
// text of a program can end the element or begin a comment.
static void writeInScript(StringRef text, llvm::raw_ostream& out) {
  while (!text.empty()) {
    size_t end = text.find('<');
    out << text.take_front(end);
    if (end == StringRef::npos) return;
    out << "\\u003c";
    text = text.drop_front(end + 1);
  }
}

void renderHtml(const Report& report, llvm::raw_ostream& out, bool sourceLines) {
  std::string data;
  llvm::raw_string_ostream stream(data);
  stream << "{\"report\":";
  renderJson(report, stream, /*indent=*/0);
  stream << ",\"sources\":";
  {
    json::OStream sources(stream);
    Excerpts excerpts;
    if (sourceLines) excerpts.add(report);
    excerpts.write(sources);
  }
  stream << '}';
  out << pageBeforeData;
  writeInScript(data, out);
  out << pageAfterData;
}

} // namespace steward
