// The list of origins, as people and as programs read it.
#include "report/origins.h"

#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

OriginsReport sample() {
  OriginsReport report;
  OriginRecord main;
  main.kind = main.name = main.entry = "main";
  main.at = {"server.c", 70, 0};
  OriginRecord worker;
  worker.kind = "thread";
  worker.name = "thread worker";
  worker.entry = "worker";
  worker.at = {"server.c", 30, 0};
  worker.isMany = true;
  worker.parent = 0;
  worker.created = {"server.c", 41, 5};
  worker.stack = {{"main", {"server.c", 75, 3}}, {"start_workers", {"server.c", 41, 5}}};
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) worker.attributes.push_back(name);
  OriginRecord handler;
  handler.kind = "event";
  handler.name = "event handler on_read (loop run by thread worker)";
  handler.entry = "on_read";
  handler.isMany = true;
  handler.parent = 0;
  handler.created = {"server.c", 76, 3};
  handler.stack = {{"main", {"server.c", 76, 3}}};
  handler.runsOn = 1;
  handler.loop = {"server.c", 33, 3};
  OriginRecord end;
  end.kind = "exit";
  end.name = "exit handler save\x1b";
  end.entry = "save\x1b";
  end.parent = 0;
  end.created = {"server.c", 77, 3};
  end.runsOn = 0;
  report.origins = {main, worker, handler, end};
  return report;
}

std::string text(const OriginsReport& report) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  renderOriginsText(report, stream);
  return result;
}

} // namespace

TEST(ReportOrigins, AsText) {
  EXPECT_EQ(text(sample()), R"(0  main    main     server.c:70  once
1  thread  worker   server.c:30  many
     created     server.c:41:5 by main at server.c:75:3, through start_workers
     given       a, b, c, d, e, f and 2 more
2  event   on_read               many
     registered  server.c:76:3 by main
     runs on     thread worker, by the loop at server.c:33:3
3  exit    save?                 once
     registered  server.c:77:3 by main
     runs on     main, at its end
4 origins: main, 1 thread, 1 event handler, 1 exit handler
)");
}

TEST(ReportOrigins, ALoopThatIsNotThere) {
  OriginsReport report = sample();
  report.origins[2].loop = {};
  EXPECT_NE(text(report).find("as far as can be told: its loop is not part of the program"), std::string::npos);
}

TEST(ReportOrigins, AsJson) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  renderOriginsJson(sample(), stream);
  auto parsed = llvm::json::parse(result);
  ASSERT_TRUE(bool(parsed)) << result;
  const llvm::json::Object& top = *parsed->getAsObject();
  EXPECT_EQ(top.getInteger("version"), jsonOriginsVersion);
  const llvm::json::Array& origins = *top.getArray("origins");
  ASSERT_EQ(origins.size(), 4u);
  const llvm::json::Object& worker = *origins[1].getAsObject();
  EXPECT_EQ(worker.getString("kind"), "thread");
  EXPECT_EQ(worker.getString("multiplicity"), "many");
  EXPECT_EQ(worker.getInteger("parent"), 0);
  EXPECT_EQ(worker.getObject("created")->getInteger("line"), 41);
  EXPECT_EQ(worker.getObject("created")->getArray("stack")->size(), 2u);
  EXPECT_EQ(worker.getArray("attributes")->size(), 8u);
  EXPECT_FALSE(worker.getInteger("runs_on"));
  EXPECT_EQ(origins[2].getAsObject()->getInteger("runs_on"), 1);
  EXPECT_EQ(origins[2].getAsObject()->getObject("loop")->getInteger("line"), 33);
  EXPECT_FALSE(origins[0].getAsObject()->get("parent"));
}
