#include "triage/suppressions.h"

#include "steward/triage.h"

#include "gtest/gtest.h"

using namespace steward;

TEST(MatchesPattern, APartOfTheName) {
  EXPECT_TRUE(matchesPattern("update_stats", "stats"));
  EXPECT_TRUE(matchesPattern("update_stats", "update_stats"));
  EXPECT_FALSE(matchesPattern("update_stat", "stats"));
  EXPECT_FALSE(matchesPattern("", "stats"));
}

TEST(MatchesPattern, Stars) {
  EXPECT_TRUE(matchesPattern("src/net/tcp.c", "net*.c"));
  EXPECT_FALSE(matchesPattern("src/tcp.c/net", "net*.c"));
  EXPECT_TRUE(matchesPattern("anything", "*"));
  EXPECT_TRUE(matchesPattern("aXbXc", "a*b*c"));
  EXPECT_FALSE(matchesPattern("acb", "a*b*c"));
}

TEST(MatchesPattern, Ties) {
  EXPECT_TRUE(matchesPattern("log_line", "^log"));
  EXPECT_FALSE(matchesPattern("my_log_line", "^log"));
  EXPECT_TRUE(matchesPattern("my_log", "log$"));
  EXPECT_FALSE(matchesPattern("log_line", "log$"));
  EXPECT_TRUE(matchesPattern("log", "^log$"));
  EXPECT_FALSE(matchesPattern("loglog", "^log$"));
  EXPECT_TRUE(matchesPattern("log_and_log", "^log*log$"));
  EXPECT_FALSE(matchesPattern("log", "^log*log$")); // both pieces, one behind the other
  EXPECT_TRUE(matchesPattern("my_log_line", "^*log"));
  EXPECT_TRUE(matchesPattern("log_line", "log*$"));
}

TEST(ParseSuppressions, KindsAndComments) {
  auto parsed = parseSuppressions("# why\n\n  race:a::b<int>  \nmutex:m\n", "f");
  ASSERT_TRUE(static_cast<bool>(parsed));
  ASSERT_EQ(parsed->size(), 2u);
  EXPECT_EQ((*parsed)[0].pattern, "a::b<int>");
  EXPECT_EQ((*parsed)[0].at, "f:3");
  EXPECT_TRUE((*parsed)[0].isOfRaces());
  EXPECT_FALSE((*parsed)[1].isOfRaces());
}

TEST(ParseSuppressions, Errors) {
  auto error = [](llvm::StringRef text) { return llvm::toString(parseSuppressions(text, "f").takeError()); };
  EXPECT_EQ(error("race"), "f:1: a suppression is KIND:PATTERN, as race:my_function");
  EXPECT_EQ(error("\nraces:x"), "f:2: unknown kind of suppression 'races'");
  EXPECT_EQ(error("race:"), "f:1: the pattern is empty");
}

static Race raceOf(llvm::StringRef id) {
  Race race;
  race.id = id.str();
  race.object.name = "x";
  return race;
}

TEST(CompareReports, ByIdInWhateverPart) {
  Report before, after;
  before.races = {raceOf("a"), raceOf("b")};
  before.known = {raceOf("c")};
  after.races = {raceOf("b"), raceOf("d")};
  after.suppressed = {raceOf("c")}; // still there: not fixed, only left alone
  ReportDifference difference = compareReports(before, after);
  ASSERT_EQ(difference.introduced.size(), 1u);
  EXPECT_EQ(difference.introduced[0].id, "d");
  ASSERT_EQ(difference.fixed.size(), 1u);
  EXPECT_EQ(difference.fixed[0].id, "a");
  ASSERT_EQ(difference.unchanged.size(), 1u);
  EXPECT_EQ(difference.unchanged[0].id, "b");
}
