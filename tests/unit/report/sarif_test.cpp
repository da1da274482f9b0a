// SARIF: what its readers rely on, what survives an edit, and what is left out where services have limits.
#include "report/sample_report.h"
#include "report/sarif.h"
#include "report/sarif_rules.h"

#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

using namespace steward;
namespace json = llvm::json;

namespace {

json::Object sarif(const Report& report, SarifLimits limits = {}) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderSarif(report, {.root = "/project", .limits = limits}, out);
  auto value = json::parse(text);
  EXPECT_TRUE(bool(value));
  return std::move(*value->getAsObject());
}

const json::Object& run(const json::Object& log) { return *(*log.getArray("runs"))[0].getAsObject(); }
const json::Array& results(const json::Object& log) { return *run(log).getArray("results"); }
const json::Object& result(const json::Object& log, size_t i = 0) { return *results(log)[i].getAsObject(); }

std::string notifications(const json::Object& log) {
  std::string text;
  const json::Object& invocation = *(*run(log).getArray("invocations"))[0].getAsObject();
  for (const json::Value& n : *invocation.getArray("toolExecutionNotifications"))
    text += n.getAsObject()->getObject("message")->getString("text")->str() + "\n";
  return text;
}

const json::Array& flow(const json::Object& r, size_t which) {
  const json::Object& codeFlow = *(*r.getArray("codeFlows"))[0].getAsObject();
  EXPECT_EQ(codeFlow.getArray("threadFlows")->size(), 2u);
  return *(*codeFlow.getArray("threadFlows"))[which].getAsObject()->getArray("locations");
}

TEST(Sarif, AResultHasBothAccesses) {
  json::Object log = sarif(sampleReport());
  const json::Object& r = result(log);
  EXPECT_EQ(r.getString("ruleId"), "data-race");
  EXPECT_EQ(r.getString("level"), "error");
  EXPECT_EQ(r.getNumber("rank"), 80.0);
  EXPECT_EQ(r.getArray("locations")->size(), 1u);
  EXPECT_EQ(r.getObject("message")->getString("text"),
            "Data race on 'stats\\[i\\].total': write of 'stats\\[i\\].total' in thread worker (no lock held) and "
            "[read in main](1) at /usr/include/list.h:5 (holding stats_lock) may run at the same time: no lock is held "
            "by both.");
  const json::Object& related = *(*r.getArray("relatedLocations"))[0].getAsObject();
  EXPECT_EQ(related.getInteger("id"), 1);

  // main, start, worker, then the access with its stack, innermost first.
  const json::Array& first = flow(r, 0);
  ASSERT_EQ(first.size(), 4u);
  const json::Object& access = *first.back().getAsObject();
  EXPECT_EQ(access.getString("importance"), "essential");
  const json::Array& frames = *access.getObject("stack")->getArray("frames");
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(
      *(*frames[0].getAsObject()->getObject("location")->getArray("logicalLocations"))[0].getAsObject()->getString(
          "fullyQualifiedName"),
      "add");
  EXPECT_EQ(flow(r, 1).size(), 1u);
}

TEST(Sarif, FilesAreRelativeToTheRootOrAbsolute) {
  Report report = sampleReport();
  report.races[0].accesses[0].at.file = "./src/../src/a b#.c";
  json::Object log = sarif(report);
  const json::Object& physical = *(*result(log).getArray("locations"))[0]
                                      .getAsObject()
                                      ->getObject("physicalLocation")
                                      ->getObject("artifactLocation");
  EXPECT_EQ(physical.getString("uri"), "src/a%20b%23.c");
  EXPECT_EQ(physical.getString("uriBaseId"), "%SRCROOT%");
  const json::Object& related = *(*result(log).getArray("relatedLocations"))[0].getAsObject();
  const json::Object& outside = *related.getObject("physicalLocation")->getObject("artifactLocation");
  EXPECT_EQ(outside.getString("uri"), "file:///usr/include/list.h");
  EXPECT_FALSE(outside.getString("uriBaseId"));
  EXPECT_EQ(run(log).getObject("originalUriBaseIds")->getObject("%SRCROOT%")->getString("uri"), "file:///project/");

  // Every index leads to the artifact of that name.
  const json::Array& artifacts = *run(log).getArray("artifacts");
  const json::Object& artifact = *artifacts[*outside.getInteger("index")].getAsObject();
  EXPECT_EQ(artifact.getObject("location")->getString("uri"), outside.getString("uri"));
}

TEST(Sarif, FingerprintsKnowNoLines) {
  Race race = sampleRace(), moved = race;
  moved.accesses[0].at.line += 100;
  moved.object.allocated.line += 7;
  std::string before = sarifFingerprint(race, "x += 1;", "return x;");
  EXPECT_EQ(before, sarifFingerprint(moved, "\tx  += 1;", "return x;"));
  std::swap(moved.accesses[0], moved.accesses[1]);
  EXPECT_EQ(before, sarifFingerprint(moved, "return x;", "x += 1;"));
  EXPECT_NE(before, sarifFingerprint(race, "y += 1;", "return x;"));
  race.accesses[0].function = "subtract";
  EXPECT_NE(before, sarifFingerprint(race, "x += 1;", "return x;"));
}

TEST(Sarif, LevelsFollowRanks) {
  Race race = sampleRace();
  EXPECT_EQ(sarifLevel(race), "error");
  race.rank = 0.5;
  EXPECT_EQ(sarifLevel(race), "warning");
  race.rank = 0.1;
  EXPECT_EQ(sarifLevel(race), "note");
  race.status = RaceStatus::Confirmed;
  EXPECT_EQ(sarifLevel(race), "error");
  race.benign = "a count";
  EXPECT_EQ(sarifLevel(race), "note");
}

TEST(Sarif, RulesFollowAccesses) {
  Race race = sampleRace();
  race.kind = RaceKind::MultipleWrite;
  EXPECT_EQ(sarifRule(race), SarifRule::RaceWithItself);
  race.accesses[1].isFree = true;
  EXPECT_EQ(sarifRule(race), SarifRule::RaceWithFree);
  race.accesses[0].isDestroy = true;
  EXPECT_EQ(sarifRule(race), SarifRule::RaceWithLockDestruction);
  const json::Array rules = *sarifRules().getAsArray();
  for (size_t i = 0; i < rules.size(); ++i)
    EXPECT_EQ(rules[i].getAsObject()->getString("id"), sarifRuleId(static_cast<SarifRule>(i)));
}

TEST(Sarif, WhatTheSourceDeclaresBenignIsSuppressed) {
  Report report = sampleReport();
  report.benign = report.races;
  report.benign[0].benign = "only a count";
  json::Object log = sarif(report);
  EXPECT_FALSE(result(log, 0).get("suppressions"));
  const json::Object& suppression = *(*result(log, 1).getArray("suppressions"))[0].getAsObject();
  EXPECT_EQ(suppression.getString("kind"), "inSource");
  EXPECT_EQ(suppression.getString("justification"), "only a count");
}

TEST(Sarif, WhatIsKnownAndWhatIsLeftAlone) {
  Report report = sampleReport();
  report.baseline = "before.json";
  report.known = report.suppressed = report.apart = report.races;
  report.suppressed.push_back(sampleRace());
  report.suppressed[0].suppression = "race:add (races.supp:3)";
  report.suppressed[1].suppression = "an estimate will do";
  report.fixed = {"0123"};
  json::Object log = sarif(report);
  ASSERT_EQ(results(log).size(), 4u);
  EXPECT_EQ(result(log, 0).getString("baselineState"), "new");
  EXPECT_EQ(result(log, 1).getString("baselineState"), "unchanged");
  auto kind = [&](size_t i) {
    return (*result(log, i).getArray("suppressions"))[0].getAsObject()->getString("kind").value_or("");
  };
  EXPECT_EQ(kind(2), "external");
  EXPECT_EQ(kind(3), "inSource");
  EXPECT_EQ(result(log, 3).getString("level"), "note");
  EXPECT_NE(notifications(log).find("1 race in code that is not the project's is not listed."), std::string::npos);
  EXPECT_NE(notifications(log).find("1 race of the baseline before.json is gone."), std::string::npos);
}

TEST(Sarif, TheLowestRanksAreLeftOutFirst) {
  Report report;
  for (int i = 0; i < 30; ++i) {
    report.races.push_back(sampleRace());
    report.races.back().rank = 1 - i / 100.0;
  }
  json::Object log = sarif(report, {.results = 20});
  ASSERT_EQ(results(log).size(), 20u);
  EXPECT_EQ(result(log, 0).getNumber("rank"), 100.0);
  EXPECT_NE(notifications(log).find("10 races of the lowest ranks are left out"), std::string::npos);
  EXPECT_EQ(notifications(sarif(report)), "");
}

TEST(Sarif, TheWholeIsNoLargerThanServicesTake) {
  Report report;
  for (int i = 0; i < 200; ++i) {
    report.races.push_back(sampleRace());
    report.races.back().id = std::to_string(i * 7919 % 1000);
  }
  json::Object log = sarif(report, {.gzipBytes = 5000});
  EXPECT_GT(results(log).size(), 0u);
  EXPECT_LT(results(log).size(), 200u);
  EXPECT_NE(notifications(log).find("left out"), std::string::npos);
}

TEST(Sarif, LocationsOfAResultAreBounded) {
  Report report = sampleReport();
  report.races[0].more.assign(50, report.races[0].accesses[0]);
  report.races[0].accesses[0].stack.insert(report.races[0].accesses[0].stack.begin(), 50,
                                           {"deep", {"src/main.c", 1, 1}});
  json::Object log = sarif(report, {.locations = 10, .threadFlowLocations = 20});
  EXPECT_EQ(result(log).getArray("relatedLocations")->size() + 1, 10u);
  const json::Array& steps = flow(result(log), 0);
  ASSERT_EQ(steps.size(), 10u);
  // The beginning and the access are what must not be lost.
  EXPECT_EQ(*(*steps.front().getAsObject()->getArray("kinds"))[0].getAsString(), "call");
  EXPECT_EQ(steps.back().getAsObject()->getString("importance"), "essential");
  EXPECT_NE(notifications(log).find("1 result would have more than 10 locations"), std::string::npos);
}

TEST(Sarif, WhatWasNotAnalysedIsSaid) {
  Report report;
  report.skipped = {{"unknown function", "frob", 3, {"src/main.c", 4, 1}}};
  report.notes = {"the program creates no threads"};
  report.hidden = 2;
  std::string text = notifications(sarif(report));
  EXPECT_NE(text.find("Not analysed: unknown function 'frob', 3 times."), std::string::npos);
  EXPECT_NE(text.find("the program creates no threads"), std::string::npos);
  EXPECT_NE(text.find("2 races of a lower rank"), std::string::npos);
}

TEST(Sarif, NamesThatAreNotUtf8) {
  Report report = sampleReport();
  report.races[0].object.name = "\xff\xfe";
  report.races[0].accesses[0].at.file = "caf\xe9.c";
  json::Object log = sarif(report);
  EXPECT_EQ((*run(log).getArray("artifacts"))[0].getAsObject()->getObject("location")->getString("uri"), "caf%E9.c");
}

} // namespace
