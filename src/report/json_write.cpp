#include "report/json.h"

#include "report/json_output.h"
#include "report/words.h"

namespace steward {

using llvm::StringRef;

namespace {

class JsonWriter : JsonOutput {
public:
  using JsonOutput::JsonOutput;

  void report(const Report& report);

private:
  void analysed(const Report& report);
  void access(const RaceAccess& a);
  void race(const Race& r);
  void run(const RunSeen& run);
  void programs(const std::vector<ProgramSeen>& programs);
  void guarded(const std::vector<GuardedPlace>& places);
  void costs(const std::vector<StageCost>& costs);
};

} // namespace

void JsonWriter::analysed(const Report& report) {
  out_.attribute("functions", report.functions);
  out_.attribute("origins", report.origins);
  out_.attribute("shared_objects", report.sharedObjects);
  skipped(report.skipped);
  if (!report.notes.empty()) texts("notes", report.notes);
  if (!report.programs.empty()) programs(report.programs);
}

void JsonWriter::programs(const std::vector<ProgramSeen>& programs) {
  out_.attributeArray("programs", [&] {
    for (const ProgramSeen& p : programs)
      out_.object([&] {
        text("name", p.name);
        out_.attribute("sources", p.sources);
        out_.attribute("compiled", p.compiled);
        out_.attribute("functions", p.functions);
        out_.attribute("reached", p.reached);
      });
  });
}

void JsonWriter::access(const RaceAccess& a) {
  out_.attribute("kind", a.kind == AccessKind::Write ? "write" : "read");
  if (a.isAtomic) out_.attribute("atomic", true);
  if (a.isFree) out_.attribute("free", true);
  if (a.isDestroy) out_.attribute("destroy", true);
  if (a.isAcquire) out_.attribute("acquire", true);
  location(a.at);
  text("function", a.function);
  optionalText("expression", a.expression);
  text("origin", a.origin);
  texts("locks", a.locks);
  frames("stack", a.stack);
  if (!a.created.empty()) frames("created", a.created);
  if (!a.oneOf.empty())
    out_.attributeArray("one_of", [&] {
      for (const SourceLocation& at : a.oneOf) out_.object([&] { location(at); });
    });
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
    optionalText("origin", r.object.origin);
    if (!r.object.stack.empty()) frames("stack", r.object.stack);
  });
  out_.attributeArray("accesses", [&] {
    for (const RaceAccess& a : r.accesses) out_.object([&] { access(a); });
  });
  out_.attributeArray("more", [&] {
    for (const RaceAccess& a : r.more) out_.object([&] { access(a); });
  });
  texts("why", r.why);
  if (r.isDeclaredRaceFree) out_.attribute("norace", true);
  optionalText("benign", r.benign);
  optionalText("suppression", r.suppression);
  out_.attributeArray("locks", [&] {
    for (const LockUse& use : r.lockUses)
      out_.object([&] {
        text("lock", use.lock);
        out_.attribute("held", use.held);
        out_.attribute("of", use.of);
        out_.attribute("origins", use.origins);
      });
  });
  texts("remedies", r.remedies);
  if (!r.programs.empty()) texts("programs", r.programs);
}

void JsonWriter::run(const RunSeen& run) {
  out_.attributeObject("run", [&] {
    texts("command", run.command);
    out_.attribute("status", run.status);
    if (run.signal) out_.attribute("signal", run.signal);
    out_.attribute("processes", run.processes);
    if (run.statistics.empty()) return;
    out_.attributeArray("statistics", [&] {
      for (const auto& [name, value] : run.statistics)
        out_.object([&] {
          text("name", name);
          out_.attribute("value", value);
        });
    });
  });
}

void JsonWriter::guarded(const std::vector<GuardedPlace>& places) {
  out_.attributeArray("guarded", [&] {
    for (const GuardedPlace& place : places)
      out_.object([&] {
        text("name", place.name);
        out_.attributeObject("declared", [&] { location(place.declared); });
        text("lock", place.lock);
        if (place.isMember) out_.attribute("member", true);
        if (place.lockedBy.known()) out_.attributeObject("lock_declared", [&] { location(place.lockedBy); });
        out_.attribute("accesses", place.accesses);
        out_.attribute("origins", place.origins);
      });
  });
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
    tool(jsonReportVersion);
    out_.attributeObject("analysed", [&] { analysed(report); });
    if (report.run) run(*report.run);
    out_.attributeArray("races", [&] {
      for (const Race& r : report.races) out_.object([&] { race(r); });
    });
    auto list = [&](StringRef name, const std::vector<Race>& races) {
      out_.attributeArray(name, [&] {
        for (const Race& r : races) out_.object([&] { race(r); });
      });
    };
    list("benign", report.benign);
    if (!report.suppressed.empty()) list("suppressed", report.suppressed);
    if (!report.apart.empty()) list("apart", report.apart);
    if (!report.baseline.empty()) {
      out_.attributeObject("baseline", [&] {
        text("file", report.baseline);
        texts("fixed", report.fixed);
      });
      list("known", report.known);
    }
    out_.attributeObject("hidden", [&] {
      out_.attribute("count", report.hidden);
      number("min_rank", report.minRank);
    });
    if (report.guarded) guarded(*report.guarded);
    if (!report.costs.empty()) costs(report.costs);
  });
  out_.flush();
}

void renderJson(const Report& report, llvm::raw_ostream& out, unsigned indent) {
  JsonWriter(out, indent).report(report);
  out << '\n';
}

} // namespace steward
