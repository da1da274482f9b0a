// The JSON form: its letter, its round trip, and what the reader says about a text that is not a report.
#include "report/json.h"

#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace steward;

namespace {

std::string render(const Report& report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderJson(report, out);
  return text;
}

std::string errorOf(llvm::StringRef text) {
  auto report = readJsonReport(text, "r.json");
  return report ? "" : llvm::toString(report.takeError());
}

Report fullReport() {
  Report report;
  report.functions = ~uint64_t{0};
  report.origins = 3;
  report.sharedObjects = 4;
  report.skipped = {{"unknown function", "foo", 3, {"a.c", 1, 2}}, {"inline assembly", "", 1, {}}};
  report.notes = {"a note"};
  report.run = RunSeen{{"./app", "-x"}, 3, 15, 2, {{"checks", ~uint64_t{0}}}};
  report.costs = {{"pointer", 0.1, 1 << 20, "7 functions"}};
  Race race;
  race.id = "id \"quoted\"";
  race.status = RaceStatus::Refuted;
  race.kind = RaceKind::MultipleWrite;
  race.rank = 0.3;
  race.object = {"stats.total", "global variable", {"s.c", 9, 0}, "main", {{"make", {"s.c", 9, 3}}}};
  RaceAccess& a = race.accesses[0];
  a.kind = AccessKind::Write;
  a.isAtomic = true;
  a.at = {"s.c", 12, 4};
  a.function = "add";
  a.expression = "s->total";
  a.origin = "thread worker";
  a.locks = {"l", "m (shared)"};
  a.stack = {{"worker", {"w.c", 1, 2}}, {"add", {"s.c", 12, 4}}};
  a.created = {{"main", {"m.c", 5, 6}}};
  a.oneOf = {{"s.c", 12, 4}, {"s.c", 13, 1}};
  race.accesses[1].origin = "main";
  race.more = {a, race.accesses[1], a};
  race.why = {"first", "second"};
  race.isDeclaredRaceFree = true;
  race.benign = "an estimate";
  race.lockUses = {{"lock", 2, 3, 1}};
  race.remedies = {"joining"};
  report.benign = {race};
  report.hidden = 4;
  report.minRank = 0.25;
  report.races = {race, Race()};
  return report;
}

} // namespace

TEST(ReportJson, SmallReport) {
  Report report;
  report.functions = 2;
  Race race;
  race.id = "r1";
  race.rank = 0.5;
  race.object.name = "total";
  race.object.allocated = {"a.c", 1, 5};
  race.accesses[0].kind = AccessKind::Write;
  race.accesses[0].at = {"a.c", 7, 3};
  race.accesses[0].function = "add";
  race.accesses[0].origin = "thread worker";
  race.accesses[0].locks = {"lock"};
  race.accesses[0].stack = {{"add", {"a.c", 7, 3}}};
  race.why = {"no common lock"};
  report.races = {race};
  EXPECT_EQ(render(report), R"({
  "version": 1,
  "tool": {
    "name": "steward",
    "version": ")" STEWARD_VERSION R"("
  },
  "analysed": {
    "functions": 2,
    "origins": 0,
    "shared_objects": 0,
    "skipped": []
  },
  "races": [
    {
      "id": "r1",
      "status": "suspected",
      "rank": 0.5,
      "kind": "conflicting-access",
      "object": {
        "name": "total",
        "allocated": {
          "file": "a.c",
          "line": 1,
          "column": 5
        }
      },
      "accesses": [
        {
          "kind": "write",
          "file": "a.c",
          "line": 7,
          "column": 3,
          "function": "add",
          "origin": "thread worker",
          "locks": [
            "lock"
          ],
          "stack": [
            {
              "function": "add",
              "file": "a.c",
              "line": 7,
              "column": 3
            }
          ]
        },
        {
          "kind": "read",
          "file": "",
          "line": 0,
          "column": 0,
          "function": "",
          "origin": "",
          "locks": [],
          "stack": []
        }
      ],
      "more": [],
      "why": [
        "no common lock"
      ],
      "locks": [],
      "remedies": []
    }
  ],
  "benign": [],
  "hidden": {
    "count": 0,
    "min_rank": 0
  }
}
)");
}

TEST(ReportJson, RoundTrip) {
  Report report = fullReport();
  std::string text = render(report);
  auto again = readJsonReport(text, "r.json");
  ASSERT_TRUE(static_cast<bool>(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(render(*again), text);
  // The text has everything, or the comparison above would mean little.
  EXPECT_EQ(again->functions, ~uint64_t{0});
  EXPECT_EQ(again->skipped[0].what, "foo");
  EXPECT_EQ(again->notes, report.notes);
  EXPECT_EQ(again->costs[0].peakBytes, 1u << 20);
  const Race& race = again->races[0];
  EXPECT_EQ(race.status, RaceStatus::Refuted);
  EXPECT_EQ(race.kind, RaceKind::MultipleWrite);
  EXPECT_EQ(race.rank, 0.3);
  EXPECT_EQ(race.object.what, "global variable");
  EXPECT_EQ(race.more.size(), 3u);
  EXPECT_TRUE(race.isDeclaredRaceFree);
  EXPECT_EQ(race.benign, "an estimate");
  ASSERT_EQ(race.lockUses.size(), 1u);
  EXPECT_EQ(race.lockUses[0].held, 2u);
  EXPECT_EQ(race.lockUses[0].of, 3u);
  EXPECT_EQ(race.remedies, report.races[0].remedies);
  EXPECT_EQ(again->benign.size(), 1u);
  EXPECT_EQ(again->hidden, 4u);
  EXPECT_EQ(again->minRank, 0.25);
  const RaceAccess& a = race.accesses[0];
  EXPECT_TRUE(a.isAtomic);
  EXPECT_EQ(a.at, report.races[0].accesses[0].at);
  EXPECT_EQ(a.expression, "s->total");
  EXPECT_EQ(a.locks.size(), 2u);
  EXPECT_EQ(a.stack[1].function, "add");
  EXPECT_EQ(a.created[0].at, (SourceLocation{"m.c", 5, 6}));
}

TEST(ReportJson, AlwaysValid) {
  Report report;
  report.races.resize(1);
  report.races[0].id = "a\xff\x01z";
  report.races[0].rank = std::nan("");
  report.races[0].why = {"\xc3"};
  std::string text = render(report);
  EXPECT_TRUE(llvm::json::isUTF8(text));
  auto again = readJsonReport(text, "r.json");
  ASSERT_TRUE(static_cast<bool>(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(again->races[0].id, "a\xef\xbf\xbd\x01z");
  EXPECT_EQ(again->races[0].rank, 0.0);
}

TEST(ReportJson, FieldsWeDoNotKnowAreIgnored) {
  EXPECT_EQ(errorOf(R"({"version": 1, "future": [], "races": []})"), "");
}

TEST(ReportJson, Errors) {
  EXPECT_EQ(errorOf("[1, 2"), "r.json: not JSON: [1:5, byte=5]: Expected , or ] after array element");
  EXPECT_EQ(errorOf("[]"), "r.json: not a report: it is not an object");
  EXPECT_EQ(errorOf("{}"), "r.json: not a report: it has no version");
  EXPECT_EQ(errorOf(R"({"version": 2})"), "r.json: version 2 of the report is not one that can be read");
  EXPECT_EQ(errorOf(R"({"version": 1})"), "r.json: not a report: missing value at report.races");
  EXPECT_EQ(errorOf(R"({"version": 1, "races": 3})"), "r.json: not a report: expected array at report.races");
  EXPECT_EQ(errorOf(R"({"version": 1, "races": [{"id": 3}]})"),
            "r.json: not a report: expected string at report.races[0].id");
  EXPECT_EQ(errorOf(R"({"version": 1, "races": [{"id": "", "object": {"name": ""}, "accesses": []}]})"),
            "r.json: not a report: expected two accesses at report.races[0].accesses");
  EXPECT_EQ(errorOf(R"({"version": 1, "analysed": {"functions": -1}, "races": []})"),
            "r.json: not a report: expected a count at report.analysed.functions");
  EXPECT_EQ(errorOf(R"({"version": 1, "analysed": {"skipped": [{"kind": "", "line": 4294967296}]}, "races": []})"),
            "r.json: not a report: expected a count at report.analysed.skipped[0].line");
  std::string text = render(fullReport());
  auto replaced = [&](llvm::StringRef from, llvm::StringRef to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return errorOf(changed);
  };
  EXPECT_EQ(replaced("\"write\"", "\"wrote\""),
            "r.json: not a report: unknown word at report.races[0].accesses[0].kind");
  EXPECT_EQ(replaced("\"refuted\"", "7"), "r.json: not a report: expected string at report.races[0].status");
  EXPECT_EQ(errorOf(std::string(1000000, '[')), "r.json: not a report: it nests too deep");
}
