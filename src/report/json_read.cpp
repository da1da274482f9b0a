#include "report/json.h"

#include "support/json_text.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

// The functions `fromJSON` below are found by LLVM's ObjectMapper; a path says where in the text an error is.

static bool readCount(const json::Object& object, StringRef key, uint64_t largest, uint64_t& value, json::Path path) {
  const json::Value* found = object.get(key);
  if (!found) return true;
  auto number = found->getAsUINT64();
  if (!number || *number > largest) {
    path.field(key).report("expected a count");
    return false;
  }
  value = *number;
  return true;
}

static bool readCount(const json::Object& object, StringRef key, unsigned& value, json::Path path) {
  uint64_t wide = value;
  if (!readCount(object, key, UINT32_MAX, wide, path)) return false;
  value = static_cast<unsigned>(wide);
  return true;
}

// A location's fields stand directly in the object it belongs to.
static bool readLocation(json::ObjectMapper& map, const json::Object& object, SourceLocation& at, json::Path path) {
  return map.mapOptional("file", at.file) && readCount(object, "line", at.line, path) &&
         readCount(object, "column", at.column, path);
}

static bool fromJSON(const json::Value& value, SourceLocation& at, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && readLocation(map, *value.getAsObject(), at, path);
}

static bool fromJSON(const json::Value& value, StackFrame& frame, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("function", frame.function) && readLocation(map, *value.getAsObject(), frame.at, path);
}

template <typename E>
static bool readWord(const json::Object& object, StringRef key, std::initializer_list<std::pair<StringRef, E>> words,
                     E& result, json::Path path) {
  auto word = object.getString(key);
  for (auto& [text, value] : words)
    if (word && *word == text) {
      result = value;
      return true;
    }
  if (word)
    path.field(key).report("unknown word");
  else
    path.field(key).report("expected string");
  return false;
}

static bool fromJSON(const json::Value& value, RaceAccess& a, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  const json::Object& object = *value.getAsObject();
  return readWord(object, "kind", {{"read", AccessKind::Read}, {"write", AccessKind::Write}}, a.kind, path) &&
         readLocation(map, object, a.at, path) && map.mapOptional("atomic", a.isAtomic) &&
         map.mapOptional("free", a.isFree) && map.mapOptional("destroy", a.isDestroy) &&
         map.mapOptional("acquire", a.isAcquire) && map.mapOptional("function", a.function) &&
         map.mapOptional("expression", a.expression) && map.mapOptional("origin", a.origin) &&
         map.mapOptional("locks", a.locks) && map.mapOptional("stack", a.stack) &&
         map.mapOptional("created", a.created) && map.mapOptional("one_of", a.oneOf);
}

static bool fromJSON(const json::Value& value, RaceObject& o, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", o.name) && map.mapOptional("what", o.what) &&
         map.mapOptional("allocated", o.allocated) && map.mapOptional("origin", o.origin) &&
         map.mapOptional("stack", o.stack);
}

static bool fromJSON(const json::Value& value, LockUse& use, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("lock", use.lock) && readCount(*value.getAsObject(), "held", use.held, path) &&
         readCount(*value.getAsObject(), "of", use.of, path) &&
         readCount(*value.getAsObject(), "origins", use.origins, path);
}

static bool fromJSON(const json::Value& value, Race& r, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  const json::Object& object = *value.getAsObject();
  std::vector<RaceAccess> accesses;
  if (!map.map("id", r.id) || !map.mapOptional("rank", r.rank) || !map.map("object", r.object) ||
      !map.map("accesses", accesses) || !map.mapOptional("more", r.more) || !map.mapOptional("why", r.why) ||
      !map.mapOptional("norace", r.isDeclaredRaceFree) || !map.mapOptional("benign", r.benign) ||
      !map.mapOptional("suppression", r.suppression) || !map.mapOptional("locks", r.lockUses) ||
      !map.mapOptional("remedies", r.remedies) || !map.mapOptional("programs", r.programs))
    return false;
  if (accesses.size() != 2) {
    path.field("accesses").report("expected two accesses");
    return false;
  }
  r.accesses[0] = std::move(accesses[0]);
  r.accesses[1] = std::move(accesses[1]);
  return readWord(object, "status",
                  {{"suspected", RaceStatus::Suspected},
                   {"confirmed", RaceStatus::Confirmed},
                   {"refuted", RaceStatus::Refuted}},
                  r.status, path) &&
         readWord(object, "kind",
                  {{"conflicting-access", RaceKind::ConflictingAccess}, {"multiple-write", RaceKind::MultipleWrite}},
                  r.kind, path);
}

static bool fromJSON(const json::Value& value, Skipped& s, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("kind", s.kind) && map.mapOptional("what", s.what) &&
         readCount(*value.getAsObject(), "count", s.count, path) && readLocation(map, *value.getAsObject(), s.at, path);
}

static bool fromJSON(const json::Value& value, GuardedPlace& g, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  const json::Object& object = *value.getAsObject();
  return map.map("name", g.name) && map.map("lock", g.lock) && map.mapOptional("member", g.isMember) &&
         map.mapOptional("declared", g.declared) && map.mapOptional("lock_declared", g.lockedBy) &&
         readCount(object, "accesses", g.accesses, path) && readCount(object, "origins", g.origins, path);
}

static bool fromJSON(const json::Value& value, StageCost& c, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("stage", c.stage) && map.mapOptional("seconds", c.seconds) &&
         map.mapOptional("detail", c.detail) &&
         readCount(*value.getAsObject(), "peak_bytes", UINT64_MAX, c.peakBytes, path);
}

static bool fromJSON(const json::Value& value, ProgramSeen& p, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  const json::Object& object = *value.getAsObject();
  return map.map("name", p.name) && readCount(object, "sources", UINT64_MAX, p.sources, path) &&
         readCount(object, "compiled", UINT64_MAX, p.compiled, path) &&
         readCount(object, "functions", UINT64_MAX, p.functions, path) &&
         readCount(object, "reached", UINT64_MAX, p.reached, path);
}

static bool fromJSON(const json::Value& value, std::pair<std::string, uint64_t>& statistic, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", statistic.first) &&
         readCount(*value.getAsObject(), "value", UINT64_MAX, statistic.second, path);
}

static bool fromJSON(const json::Value& value, RunSeen& run, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  // Of pairs, which are the library's and not ours: ObjectMapper would not find the function above for them.
  if (const json::Value* list = value.getAsObject()->get("statistics")) {
    const json::Array* all = list->getAsArray();
    if (!all) {
      path.field("statistics").report("expected array");
      return false;
    }
    for (size_t n = 0; n < all->size(); ++n)
      if (!fromJSON((*all)[n], run.statistics.emplace_back(), path.field("statistics").index(static_cast<unsigned>(n))))
        return false;
  }
  return map.mapOptional("command", run.command) && map.mapOptional("status", run.status) &&
         map.mapOptional("signal", run.signal) &&
         readCount(*value.getAsObject(), "processes", UINT64_MAX, run.processes, path);
}

static bool readAnalysed(const json::Value& value, Report& report, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  const json::Object& object = *value.getAsObject();
  return readCount(object, "functions", UINT64_MAX, report.functions, path) &&
         readCount(object, "origins", UINT64_MAX, report.origins, path) &&
         readCount(object, "shared_objects", UINT64_MAX, report.sharedObjects, path) &&
         map.mapOptional("skipped", report.skipped) && map.mapOptional("notes", report.notes) &&
         map.mapOptional("programs", report.programs);
}

static bool readReport(const json::Value& value, Report& report, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map) return false;
  if (const json::Value* analysed = value.getAsObject()->get("analysed"))
    if (!readAnalysed(*analysed, report, path.field("analysed"))) return false;
  if (const json::Value* hidden = value.getAsObject()->get("hidden")) {
    json::ObjectMapper inner(*hidden, path.field("hidden"));
    if (!inner || !readCount(*hidden->getAsObject(), "count", UINT64_MAX, report.hidden, path.field("hidden")) ||
        !inner.mapOptional("min_rank", report.minRank))
      return false;
  }
  if (const json::Value* baseline = value.getAsObject()->get("baseline")) {
    json::ObjectMapper inner(*baseline, path.field("baseline"));
    if (!inner || !inner.map("file", report.baseline) || !inner.mapOptional("fixed", report.fixed)) return false;
  }
  return map.map("run", report.run) && map.map("races", report.races) && map.mapOptional("benign", report.benign) &&
         map.mapOptional("suppressed", report.suppressed) && map.mapOptional("apart", report.apart) &&
         map.mapOptional("known", report.known) && map.map("guarded", report.guarded) &&
         map.mapOptional("costs", report.costs);
}

llvm::Expected<Report> readJsonReport(StringRef text, StringRef fileName) {
  auto error = [&](const llvm::Twine& reason) { return llvm::createStringError(fileName + ": " + reason); };
  if (nestsTooDeep(text)) return error("not a report: it nests too deep");
  auto value = json::parse(text);
  if (!value) return error("not JSON: " + llvm::toString(value.takeError()));
  const json::Object* object = value->getAsObject();
  if (!object) return error("not a report: it is not an object");
  auto version = object->getInteger("version");
  if (!version) return error("not a report: it has no version");
  if (*version != jsonReportVersion)
    return error("version " + llvm::Twine(*version) + " of the report is not one that can be read");
  Report report;
  json::Path::Root root("report");
  if (!readReport(*value, report, root)) return error("not a report: " + llvm::toString(root.getError()));
  return report;
}

} // namespace steward
