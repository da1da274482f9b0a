// Formats: which arguments a conversion takes, in which form, and how much of memory it is of.
#include "runtime/formats.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace steward::runtime;

namespace {

std::vector<Conversion> conversions(const char* format, FormatOf of) {
  std::vector<Conversion> all;
  FormatReader reader(format, of);
  for (Conversion each; reader.next(each);) all.push_back(each);
  return all;
}

// A letter for each argument.
std::string kinds(const char* format, FormatOf of = FormatOf::Output) {
  ArgumentKind found[formatArguments];
  std::string text;
  unsigned count = argumentsOf(format, of, found);
  for (unsigned i = 0; i < count; ++i) text += "?ildLp"[unsigned(found[i])];
  return text;
}

TEST(Formats, TellHowArgumentsArePassed) {
  EXPECT_EQ(kinds("no conversion"), "");
  EXPECT_EQ(kinds("100%% %d %s\n"), "ip");
  EXPECT_EQ(kinds("%ld %lld %jd %zu %td %hd %hhd"), "lllllii");
  EXPECT_EQ(kinds("%f %Lf %g %lf"), "dLdd");
  EXPECT_EQ(kinds("%c %lc %C %ls %S %p %n"), "iiipppp");
  EXPECT_EQ(kinds("%*d %-*.*s %.*f"), "iiiipid");
  EXPECT_EQ(kinds("%m %s"), "p"); // an error's text takes no argument
  EXPECT_EQ(kinds("%+#0'5.2x %s"), "ip");
}

TEST(Formats, NumberTheirArguments) {
  EXPECT_EQ(kinds("%2$s %1$d"), "ip");
  EXPECT_EQ(kinds("%3$*1$.*2$f"), "iid");
  EXPECT_EQ(kinds("%2$s"), ""); // how the first is passed is not known, so the second cannot be found
  auto both = conversions("%2$.*1$s", FormatOf::Output);
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both[0].argument, 1);
  EXPECT_EQ(both[0].precisionArgument, 0);
}

TEST(Formats, HavePrecisions) {
  auto all = conversions("%s %.3s %.s %5s %.*s", FormatOf::Output);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].precision, Conversion::none);
  EXPECT_EQ(all[1].precision, 3);
  EXPECT_EQ(all[2].precision, 0);
  EXPECT_EQ(all[3].precision, Conversion::none);
  EXPECT_EQ(all[3].width, 5);
  EXPECT_EQ(all[4].precisionArgument, 4);
}

TEST(Formats, TellWhatIsStored) {
  auto all = conversions("%d %hd%hhx %ld %f %lf %Lf %3c %lc %s %p %n", FormatOf::Input);
  std::vector<unsigned> bytes;
  for (const Conversion& each : all) bytes.push_back(each.bytes);
  EXPECT_EQ(bytes, (std::vector<unsigned>{4, 2, 1, 8, 4, 8, 16, 1, 4, 1, 8, 4}));
  EXPECT_TRUE(all[2].isAdjacent);
  EXPECT_FALSE(all[3].isAdjacent);
  EXPECT_EQ(all[7].width, 3);
  EXPECT_EQ(kinds("%d %lf %s", FormatOf::Input), "ppp");
}

TEST(Formats, SkipWhatIsNotStored) {
  auto all = conversions("%*d %d %*[a-z] %ms", FormatOf::Input);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].argument, Conversion::none);
  EXPECT_EQ(all[1].argument, 0);
  EXPECT_EQ(all[2].argument, Conversion::none);
  EXPECT_EQ(all[3].argument, 1);
  EXPECT_TRUE(all[3].isAllocated);
}

TEST(Formats, HaveSetsOfCharacters) {
  EXPECT_EQ(kinds("%[]a] %[^]%d] %d", FormatOf::Input), "ppp");
  EXPECT_EQ(kinds("%[abc", FormatOf::Input), ""); // no end
}

TEST(Formats, EndWhereTheyAreNotKnown) {
  EXPECT_EQ(kinds("%s %y %s"), "p");
  EXPECT_EQ(kinds("%s %"), "p");
  EXPECT_EQ(kinds("%"), "");
  std::string many;
  for (unsigned i = 0; i <= formatArguments; ++i) many += "%d";
  EXPECT_EQ(kinds(many.c_str()), "");
}

} // namespace
