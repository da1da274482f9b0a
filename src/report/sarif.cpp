#include "report/sarif.h"

#include "report/sarif_places.h"
#include "report/sarif_rules.h"
#include "report/words.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/SHA256.h"

#include <cmath>
#include <optional>

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

static std::string withoutSpace(StringRef text) {
  std::string result;
  for (char c : text)
    if (!llvm::isSpace(c)) result += c;
  return result;
}

std::string sarifFingerprint(const Race& race, StringRef firstStatement, StringRef secondStatement) {
  auto side = [](const RaceAccess& a, StringRef statement) {
    return accessText(a) + '\0' + a.function + '\0' + withoutSpace(statement) + '\0';
  };
  std::string sides[2] = {side(race.accesses[0], firstStatement), side(race.accesses[1], secondStatement)};
  // Which of the two comes first depends on lines.
  llvm::sort(sides);
  std::string all = race.object.name + '\0' + race.object.what + '\0' + sides[0] + '\0' + sides[1];
  auto digest = llvm::SHA256::hash(llvm::ArrayRef(reinterpret_cast<const uint8_t*>(all.data()), all.size()));
  return llvm::toHex(llvm::ArrayRef(digest).take_front(16), /*LowerCase=*/true);
}

namespace {

class SarifWriter {
public:
  SarifWriter(const Report& report, const SarifOptions& options)
      : report_(report), limits_(options.limits), places_(options.root, options.sourceLines) {}

  void log(size_t results, llvm::raw_ostream& stream);
  size_t available() const {
    return report_.races.size() + report_.known.size() + report_.benign.size() + report_.suppressed.size();
  }

private:
  json::Object result(const Race& race, StringRef baselineState);
  json::Array relatedLocations(const Race& race);
  json::Object threadFlow(const Race& race, size_t which);
  json::Object step(const StackFrame& frame, StringRef what, StringRef kind, size_t depth);
  json::Array stackFrames(const std::vector<StackFrame>& stack);
  json::Array notifications(size_t results);
  json::Object tool() const;

  const Report& report_;
  const SarifLimits& limits_;
  SarifPlaces places_;
  size_t cutResults_ = 0; // that lost locations
};

} // namespace

// In messages brackets are links.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '[' || c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

static std::string plainPlace(const SourceLocation& at) {
  return at.known() ? at.file + ":" + std::to_string(at.line) : at.file.empty() ? "an unknown place" : at.file;
}

// "write of 's->total' in thread worker"
static std::string accessTitle(const RaceAccess& a) {
  std::string text = accessText(a);
  if (!a.expression.empty()) text += " of '" + a.expression + "'";
  if (!a.origin.empty()) text += " in " + a.origin;
  return text;
}

static std::string lockText(const RaceAccess& a) {
  return a.locks.empty() ? "no lock held" : "holding " + llvm::join(a.locks, ", ");
}

static std::string messageText(const Race& race) {
  const RaceAccess &first = race.accesses[0], &second = race.accesses[1];
  std::string text = "Data race on '" + escaped(race.object.name) + "': " + escaped(accessTitle(first)) + " (" +
                     escaped(lockText(first)) + ") and [" + escaped(accessTitle(second)) + "](1) at " +
                     escaped(plainPlace(second.at)) + " (" + escaped(lockText(second)) + ")" +
                     (race.status == RaceStatus::Confirmed ? " happened in a run with nothing that orders the two"
                                                           : " may run at the same time");
  StringRef separator = ": ";
  for (const std::string& sentence : race.why) {
    if (isAboutRank(sentence)) continue;
    text += separator.str() + escaped(sentence);
    separator = "; ";
  }
  return text + ".";
}

json::Array SarifWriter::relatedLocations(const Race& race) {
  json::Array list;
  bool isCut = false;
  auto add = [&](const SourceLocation& at, StringRef function, const std::string& what) {
    if (list.size() + 1 >= limits_.locations) { // the result's own location is one of them
      isCut = true;
      return;
    }
    json::Object location = places_.location(at, function, what, /*withSnippet=*/true);
    location["id"] = static_cast<int64_t>(list.size() + 1);
    list.push_back(std::move(location));
  };
  const RaceAccess& second = race.accesses[1];
  add(second.at, second.function, accessTitle(second));
  if (race.object.allocated.known())
    add(race.object.allocated, "",
        "'" + race.object.name + "'" + (race.object.what.empty() ? "" : ", " + race.object.what));
  for (const RaceAccess& a : race.accesses)
    for (const SourceLocation& at : a.oneOf)
      if (at != a.at) add(at, "", "or this one: they are checked together with the " + accessTitle(a));
  for (const RaceAccess& a : race.more) add(a.at, a.function, accessTitle(a));
  cutResults_ += isCut;
  return list;
}

// SARIF lists the innermost frame first.
json::Array SarifWriter::stackFrames(const std::vector<StackFrame>& stack) {
  json::Array frames;
  for (const StackFrame& frame : llvm::reverse(stack))
    frames.push_back(json::Object{{"location", places_.location(frame.at, frame.function, "", false)}});
  return frames;
}

json::Object SarifWriter::step(const StackFrame& frame, StringRef what, StringRef kind, size_t depth) {
  return json::Object{{"location", places_.location(frame.at, frame.function, what, false)},
                      {"nestingLevel", static_cast<int64_t>(depth)},
                      {"kinds", json::Array{kind}},
                      {"importance", "important"}};
}

// The origin's way, from main to where it is created, then its own calls, then the access.
json::Object SarifWriter::threadFlow(const Race& race, size_t which) {
  const RaceAccess& a = race.accesses[which];
  std::vector<json::Object> steps;
  for (const StackFrame& frame : a.created) {
    bool isLast = &frame == &a.created.back();
    steps.push_back(step(frame, isLast ? a.origin + " is started here" : "calls " + (&frame)[1].function,
                         isLast ? "fork" : "call", static_cast<size_t>(&frame - a.created.data())));
  }
  for (size_t i = 0; i + 1 < a.stack.size(); ++i)
    steps.push_back(step(a.stack[i], "calls " + a.stack[i + 1].function, "call", i));

  // Frames near the access say more than those far from it, but the first says where it all begins.
  size_t most = std::max<size_t>(limits_.threadFlowLocations / 2, 2) - 1;
  if (steps.size() > most) steps.erase(steps.begin() + 1, steps.end() - static_cast<ptrdiff_t>(most - 1));

  json::Object access{
      {"location", places_.location(a.at, a.function, accessTitle(a) + ", " + lockText(a), true)},
      {"nestingLevel", static_cast<int64_t>(a.stack.empty() ? 0 : a.stack.size() - 1)},
      {"kinds", json::Array{"memory", a.kind == AccessKind::Write ? "write" : "read"}},
      {"importance", "essential"},
      {"state", json::Object{{"locks", sarifMessage(a.locks.empty() ? "none" : llvm::join(a.locks, ", "))}}}};
  if (!a.stack.empty())
    access["stack"] = json::Object{{"message", sarifMessage(a.origin)}, {"frames", stackFrames(a.stack)}};
  steps.push_back(std::move(access));

  json::Array locations;
  for (json::Object& s : steps) locations.push_back(std::move(s));
  return json::Object{{"id", std::to_string(which + 1)},
                      {"message", sarifMessage(a.origin.empty() ? "a thread" : a.origin)},
                      {"locations", std::move(locations)}};
}

// What a file of suppressions says reads "race:pattern (file:line)"; the rest are words of the source.
static bool isFromFile(StringRef suppression) {
  return suppression.starts_with("race:") || suppression.starts_with("race_top:");
}

// What was decided about a race: by the source, by a file of suppressions, by comparison with an older report.
static void addState(const Race& race, StringRef baselineState, json::Object& result) {
  if (!baselineState.empty()) result["baselineState"] = baselineState;
  StringRef reason = race.benign.empty() ? race.suppression : race.benign;
  if (reason.empty()) return;
  bool isInSource = !race.benign.empty() || !isFromFile(reason);
  result["suppressions"] = json::Array{json::Object{
      {"kind", isInSource ? "inSource" : "external"}, {"status", "accepted"}, {"justification", sarifText(reason)}}};
}

json::Object SarifWriter::result(const Race& race, StringRef baselineState) {
  SarifRule rule = sarifRule(race);
  const RaceAccess& first = race.accesses[0];
  json::Object result{
      {"ruleId", sarifRuleId(rule)},
      {"ruleIndex", static_cast<int64_t>(rule)},
      {"level", sarifLevel(race)},
      {"rank", std::isfinite(race.rank) ? std::round(std::clamp(race.rank, 0.0, 1.0) * 1000) / 10 : 0.0},
      {"message", sarifMessage(messageText(race))},
      {"locations", json::Array{places_.location(first.at, first.function, "", true)}},
      {"relatedLocations", relatedLocations(race)},
      {"codeFlows", json::Array{json::Object{{"threadFlows", json::Array{threadFlow(race, 0), threadFlow(race, 1)}}}}},
      {"partialFingerprints",
       json::Object{{"stewardRace/v1", sarifText(race.id)},
                    {"stewardStatements/v1",
                     sarifFingerprint(race, places_.line(race.accesses[0].at), places_.line(race.accesses[1].at))}}},
  };
  if (!race.object.stack.empty())
    result["stacks"] = json::Array{json::Object{{"message", sarifMessage("allocated by " + race.object.origin)},
                                                {"frames", stackFrames(race.object.stack)}}};
  json::Array why, remedies;
  for (const std::string& sentence : race.why) why.push_back(sarifText(sentence));
  for (const std::string& remedy : race.remedies) remedies.push_back(sarifText(remedy));
  result["properties"] = json::Object{{"object", sarifText(race.object.name)},
                                      {"status", statusWord(race.status)},
                                      {"why", std::move(why)},
                                      {"remedies", std::move(remedies)}};
  addState(race, baselineState, result);
  return result;
}

json::Array SarifWriter::notifications(size_t results) {
  json::Array list;
  auto add = [&](StringRef kind, StringRef level, const std::string& text, const SourceLocation& at) {
    json::Object notification{
        {"descriptor", json::Object{{"id", kind}}}, {"level", level}, {"message", sarifMessage(text)}};
    if (at.known()) notification["locations"] = json::Array{places_.location(at, "", "", false)};
    list.push_back(std::move(notification));
  };
  for (const Skipped& s : report_.skipped)
    add("not-analysed", "warning",
        "Not analysed: " + s.kind + (s.what.empty() ? "" : " '" + s.what + "'") + ", " +
            countText(s.count, "time", "times") + ".",
        s.at);
  for (const std::string& note : report_.notes) add("note", "note", note, {});
  if (report_.hidden)
    add("not-listed", "note",
        countText(report_.hidden, "race", "races") + " of a lower rank than was asked for " +
            (report_.hidden == 1 ? "is" : "are") + " not listed.",
        {});
  if (!report_.apart.empty())
    add("not-listed", "note",
        countText(report_.apart.size(), "race", "races") + " in code that is not the project's " +
            (report_.apart.size() == 1 ? "is" : "are") + " not listed.",
        {});
  if (!report_.fixed.empty())
    add("note", "note",
        countText(report_.fixed.size(), "race", "races") + " of the baseline " + report_.baseline + " " +
            (report_.fixed.size() == 1 ? "is" : "are") + " gone.",
        {});
  if (results < available())
    add("left-out", "warning",
        countText(available() - results, "race", "races") + " of the lowest ranks " +
            (available() - results == 1 ? "is" : "are") + " left out: services take no more. --format json has all.",
        {});
  if (cutResults_)
    add("left-out", "warning",
        countText(cutResults_, "result", "results") + " would have more than " + std::to_string(limits_.locations) +
            " locations; what is beyond is left out. --format json has all.",
        {});
  return list;
}

json::Object SarifWriter::tool() const {
  return json::Object{{"driver", json::Object{{"name", "steward"},
                                              {"semanticVersion", STEWARD_VERSION},
                                              {"version", STEWARD_VERSION},
                                              {"shortDescription", sarifMessage("Finds data races")},
                                              {"rules", sarifRules()},
                                              {"notifications", sarifNotificationKinds()}}}};
}

// The first `results` races: those that count, by rank, then those that are known, benign or suppressed. Each is
// written before the next is made, as there may be thousands; what refers to all of them follows.
void SarifWriter::log(size_t results, llvm::raw_ostream& stream) {
  json::OStream out(stream);
  auto run = [&] {
    out.attribute("tool", tool());
    out.attribute("columnKind", "unicodeCodePoints");
    out.attributeArray("results", [&] {
      size_t written = 0;
      auto add = [&](const std::vector<Race>& races, StringRef baselineState) {
        for (const Race& race : races)
          if (written++ < results) out.value(result(race, baselineState));
      };
      add(report_.races, report_.baseline.empty() ? "" : "new");
      add(report_.known, "unchanged");
      add(report_.benign, "");
      add(report_.suppressed, "");
    });
    out.attribute("invocations", json::Array{json::Object{{"executionSuccessful", true},
                                                          {"toolExecutionNotifications", notifications(results)}}});
    out.attribute("originalUriBaseIds", places_.bases());
    out.attribute("artifacts", places_.artifacts());
  };
  out.object([&] {
    out.attribute("$schema",
                  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    out.attribute("version", "2.1.0");
    out.attributeArray("runs", [&] { out.object(run); });
  });
}

static bool fits(StringRef text, size_t gzipBytes) {
  if (text.size() <= gzipBytes) return true;
  if (!llvm::compression::zlib::isAvailable()) return false;
  llvm::SmallVector<uint8_t> compressed;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(text), compressed);
  return compressed.size() + 64 <= gzipBytes; // gzip's header is larger
}

void renderSarif(const Report& report, const SarifOptions& options, llvm::raw_ostream& out) {
  size_t results = std::min(SarifWriter(report, options).available(), options.limits.results);
  for (;; results = results * 3 / 4) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    SarifWriter(report, options).log(results, stream);
    if (results != 0 && !fits(text, options.limits.gzipBytes)) continue;
    out << text << '\n';
    return;
  }
}

} // namespace steward
