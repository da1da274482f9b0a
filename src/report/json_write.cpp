#include "report/json.h"

#include "llvm/Support/JSON.h"

#include <cmath>

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

namespace {

class JsonWriter {
public:
  explicit JsonWriter(llvm::raw_ostream& out) : out_(out, 2) {}

  void report(const Report& report);

private:
  void text(StringRef key, StringRef value) {
    out_.attribute(key, json::isUTF8(value) ? json::Value(value) : json::Value(json::fixUTF8(value)));
  }
  void optionalText(StringRef key, StringRef value) {
    if (!value.empty()) text(key, value);
  }
  void texts(StringRef key, const std::vector<std::string>& values);
  void number(StringRef key, double value) { out_.attribute(key, std::isfinite(value) ? value : 0.0); }
  void location(const SourceLocation& at);
  void frames(StringRef key, const std::vector<StackFrame>& frames);
  void analysed(const Report& report);
  void access(const RaceAccess& a);
  void race(const Race& r);
  void costs(const std::vector<StageCost>& costs);

  json::OStream out_;
};

} // namespace

void JsonWriter::texts(StringRef key, const std::vector<std::string>& values) {
  out_.attributeArray(key, [&] {
    for (const std::string& value : values) out_.value(json::isUTF8(value) ? value : json::fixUTF8(value));
  });
}

void JsonWriter::location(const SourceLocation& at) {
  text("file", at.file);
  out_.attribute("line", at.line);
  out_.attribute("column", at.column);
}

void JsonWriter::frames(StringRef key, const std::vector<StackFrame>& frames) {
  out_.attributeArray(key, [&] {
    for (const StackFrame& frame : frames)
      out_.object([&] {
        text("function", frame.function);
        location(frame.at);
      });
  });
}

void JsonWriter::analysed(const Report& report) {
  out_.attribute("functions", report.functions);
  out_.attribute("origins", report.origins);
  out_.attribute("shared_objects", report.sharedObjects);
  out_.attributeArray("skipped", [&] {
    for (const Skipped& s : report.skipped)
      out_.object([&] {
        text("kind", s.kind);
        optionalText("what", s.what);
        out_.attribute("count", s.count);
        location(s.at);
      });
  });
  if (!report.notes.empty()) texts("notes", report.notes);
}

void JsonWriter::access(const RaceAccess& a) {
  out_.attribute("kind", a.kind == AccessKind::Write ? "write" : "read");
  if (a.isAtomic) out_.attribute("atomic", true);
  location(a.at);
  text("function", a.function);
  optionalText("expression", a.expression);
  text("origin", a.origin);
  texts("locks", a.locks);
  frames("stack", a.stack);
  if (!a.created.empty()) frames("created", a.created);
}

static StringRef statusWord(RaceStatus status) {
  switch (status) {
  case RaceStatus::Suspected:
    return "suspected";
  case RaceStatus::Confirmed:
    return "confirmed";
  case RaceStatus::Refuted:
    return "refuted";
  }
  return "suspected";
}

void JsonWriter::race(const Race& r) {
  text("id", r.id);
  out_.attribute("status", statusWord(r.status));
  number("rank", r.rank);
  out_.attribute("kind", r.kind == RaceKind::MultipleWrite ? "multiple-write" : "conflicting-access");
  out_.attributeObject("object", [&] {
    text("name", r.object.name);
    optionalText("what", r.object.what);
    out_.attributeObject("allocated", [&] { location(r.object.allocated); });
  });
  out_.attributeArray("accesses", [&] {
    for (const RaceAccess& a : r.accesses) out_.object([&] { access(a); });
  });
  out_.attributeArray("more", [&] {
    for (const RaceAccess& a : r.more) out_.object([&] { access(a); });
  });
  texts("why", r.why);
}

void JsonWriter::costs(const std::vector<StageCost>& costs) {
  out_.attributeArray("costs", [&] {
    for (const StageCost& c : costs)
      out_.object([&] {
        text("stage", c.stage);
        number("seconds", c.seconds);
        out_.attribute("peak_bytes", c.peakBytes);
        optionalText("detail", c.detail);
      });
  });
}

void JsonWriter::report(const Report& report) {
  out_.object([&] {
    out_.attribute("version", jsonReportVersion);
    out_.attributeObject("tool", [&] {
      out_.attribute("name", "steward");
      out_.attribute("version", STEWARD_VERSION);
    });
    out_.attributeObject("analysed", [&] { analysed(report); });
    out_.attributeArray("races", [&] {
      for (const Race& r : report.races) out_.object([&] { race(r); });
    });
    if (!report.costs.empty()) costs(report.costs);
  });
  out_.flush();
}

void renderJson(const Report& report, llvm::raw_ostream& out) {
  JsonWriter(out).report(report);
  out << '\n';
}

} // namespace steward
