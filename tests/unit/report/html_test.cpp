// The page around the data: nothing in a program can end the script that holds it.
#include "report/html.h"
#include "report/sample_report.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

using namespace steward;
using llvm::StringRef;

static std::string page(const Report& report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderHtml(report, out);
  return text;
}

// What a browser takes for the data: up to the first end of a script.
static StringRef dataOf(StringRef page) {
  StringRef rest = page.split("id=\"data\">").second;
  return rest.take_front(rest.find("</script"));
}

TEST(Html, DataSurvivesAwkwardNames) {
  Report report = sampleReport();
  report.races[0].object.name = "</script><script>alert(1)</script><!-- \xff";
  std::string text = page(report);
  auto data = llvm::json::parse(dataOf(text));
  ASSERT_TRUE(bool(data));
  const llvm::json::Object& race = *(*data->getAsObject()->getObject("report")->getArray("races"))[0].getAsObject();
  EXPECT_EQ(race.getObject("object")->getString("name"), "</script><script>alert(1)</script><!-- \xef\xbf\xbd");
}

TEST(Html, SourceLinesAroundAPlaceAreInIt) {
  llvm::SmallString<128> file;
  int descriptor = -1;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("steward-page", "c", descriptor, file));
  {
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    for (int i = 1; i <= 40; ++i) out << "line " << i << " </script>\r\n";
  }
  Report report = sampleReport();
  report.races[0].accesses[0].at = {file.str().str(), 20, 1};
  std::string text = page(report);
  auto data = llvm::json::parse(dataOf(text));
  EXPECT_FALSE(llvm::sys::fs::remove(file));
  ASSERT_TRUE(bool(data));
  const llvm::json::Object* lines = data->getAsObject()->getObject("sources")->getObject(file);
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->getString("20"), "line 20 </script>");
  EXPECT_TRUE(lines->getString("14"));
  EXPECT_FALSE(lines->getString("13"));
}

TEST(Html, NothingIsFetched) {
  std::string text = page({});
  EXPECT_EQ(StringRef(text).count("src="), 0u);
  EXPECT_TRUE(StringRef(text).contains("default-src 'none'"));
  EXPECT_FALSE(StringRef(text).contains("https://"));
}
