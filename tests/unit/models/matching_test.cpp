// Which model a function gets.
#include "models/models.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

Models modelsOf(std::initializer_list<llvm::StringRef> files) {
  Models models;
  for (llvm::StringRef text : files)
    if (llvm::Error error = models.addText(text, "my.toml")) ADD_FAILURE() << llvm::toString(std::move(error));
  return models;
}

std::optional<EffectKind> kindOf(const Models& models, llvm::StringRef linkName, llvm::StringRef qualifiedName) {
  const CallModel* model = models.find(linkName, qualifiedName);
  if (!model) return std::nullopt;
  return model->effects.front().kind;
}

TEST(Matching, AnUnknownNameHasNoModel) {
  Models models = modelsOf({"[[call]]\nname = 'f'\neffect = 'none'"});
  EXPECT_FALSE(models.find("g", "g"));
  EXPECT_FALSE(models.find("ff", "ff"));
}

TEST(Matching, ANameIsALinkNameOrAQualifiedName) {
  Models models = modelsOf({"[[call]]\nnames = ['Pool::run', '_ZN4Pool4stopEv']\neffect = 'none'"});
  EXPECT_TRUE(models.find("_ZN4Pool3runEi", "Pool::run"));
  EXPECT_TRUE(models.find("_ZN4Pool4stopEv", "Pool::stop"));
}

TEST(Matching, AnExactNameWinsOverALaterPattern) {
  Models models = modelsOf(
      {"[[call]]\nname = 'Lock::take'\neffect = 'no-return'", "[[call]]\npattern = 'Lock::*'\neffect = 'none'"});
  EXPECT_EQ(kindOf(models, "_ZN4Lock4takeEv", "Lock::take"), EffectKind::NoReturn);
  EXPECT_EQ(kindOf(models, "_ZN4Lock4dropEv", "Lock::drop"), EffectKind::None);
}

TEST(Matching, ALaterEntryWins) {
  Models models =
      modelsOf({"[[call]]\nname = 'f'\neffect = 'none'\n[[call]]\npattern = 'g*'\neffect = 'none'",
                "[[call]]\nname = 'f'\neffect = 'no-return'\n[[call]]\npattern = 'g?'\neffect = 'no-return'"});
  EXPECT_EQ(kindOf(models, "f", "f"), EffectKind::NoReturn);
  EXPECT_EQ(kindOf(models, "gg", "gg"), EffectKind::NoReturn);
  EXPECT_EQ(kindOf(models, "ggg", "ggg"), EffectKind::None);
}

TEST(Matching, ALaterEntryWinsBetweenLinkNameAndQualifiedName) {
  llvm::StringRef byLink = "[[call]]\nname = '_Z1fv'\neffect = 'no-return'";
  llvm::StringRef byQualified = "[[call]]\nname = 'f'\neffect = 'none'";
  EXPECT_EQ(kindOf(modelsOf({byLink, byQualified}), "_Z1fv", "f"), EffectKind::None);
  EXPECT_EQ(kindOf(modelsOf({byQualified, byLink}), "_Z1fv", "f"), EffectKind::NoReturn);
}

TEST(Matching, PatternsMatchTheWholeName) {
  Models models = modelsOf({"[[call]]\npattern = 'std::*::lock'\neffect = 'none'"});
  EXPECT_TRUE(models.find("_ZNSt5mutex4lockEv", "std::mutex::lock"));
  EXPECT_FALSE(models.find("", "std::mutex::lock_shared"));
  EXPECT_FALSE(models.find("", "mine::std::mutex::lock"));
}

// Short names live inside their std::string, so a pattern must not refer to one that has moved.
TEST(Matching, PatternsSurviveMovingTheSet) {
  Models first = modelsOf({"[[call]]\npattern = 'ab*'\neffect = 'none'"});
  Models second = std::move(first);
  ASSERT_FALSE(second.addText("[[call]]\npattern = 'cd*'\neffect = 'none'", "more.toml"));
  EXPECT_TRUE(second.find("abc", "abc"));
  EXPECT_TRUE(second.find("cde", "cde"));
}

TEST(Matching, AFileWithAMistakeAddsNothing) {
  Models models;
  llvm::Error error = models.addText("[[call]]\nname = 'f'\neffect = 'none'\n[[call]]\nname = 'g'", "my.toml");
  EXPECT_EQ(llvm::toString(std::move(error)), "my.toml:4: a call needs an 'effect' or 'effects'");
  EXPECT_EQ(models.size(), 0u);
}

TEST(Matching, DeclaredOriginsByNameAndPattern) {
  Models models = modelsOf({"[[origin]]\npattern = 'on_*'\n[[origin]]\nname = 'on_timer'\nruns = 'once'",
                            "[[origin]]\nname = 'ns::run'\nkind = 'thread'"});
  ASSERT_TRUE(models.findOrigin("on_read", "on_read"));
  EXPECT_FALSE(models.findOrigin("on_read", "on_read")->once);
  EXPECT_TRUE(models.findOrigin("on_timer", "on_timer")->once) << "a name wins over a pattern";
  EXPECT_EQ(models.findOrigin("_ZN2ns3runEv", "ns::run")->kind, OriginKind::Thread);
  EXPECT_FALSE(models.findOrigin("main", "main"));
  EXPECT_FALSE(models.find("on_timer", "on_timer")) << "what it does when it is called is another question";
}

TEST(Matching, OwnersAndWhatLeadsAboutInsideOfThem) {
  Models models = modelsOf({"[[owner]]\npatterns = ['rt::Box<*']\ninside = ['rt::Iterator<*']"});
  EXPECT_EQ(models.ownerRule("rt::Box<int>::get"), OwnerRule::Owner);
  EXPECT_EQ(models.ownerRule("rt::Iterator<int>::next"), OwnerRule::Inside);
  EXPECT_EQ(models.ownerRule("rt::View<int>::get"), OwnerRule::None);
}

TEST(Matching, FilesAreReadAndMissingOnesNamed) {
  llvm::SmallString<128> path;
  int descriptor;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("models", "toml", descriptor, path));
  {
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << "[[call]]\nname = 'f'\neffect = 'none'\n";
  }
  Models models;
  EXPECT_FALSE(models.addFile(path));
  EXPECT_TRUE(models.find("f", "f"));
  EXPECT_EQ(models.find("f", "f")->body, BodyRule::Replaced);
  llvm::sys::fs::remove(path);

  std::string error = llvm::toString(models.addFile("no/such/file.toml"));
  EXPECT_EQ(error, "no/such/file.toml: no such file or directory");
}

} // namespace
} // namespace steward
