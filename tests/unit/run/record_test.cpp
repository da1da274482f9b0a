// Records as processes leave them: whole, cut off, damaged, or of a later version.
#include "run/record.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

constexpr llvm::StringRef race = "race\n"
                                 "access write 0x1000 8 2 1 -\n"
                                 "at \"a.c\" 3 5 \"f\"\n"
                                 "lock 0x2000 shared 2\n"
                                 "access atomic-read 4096 4 1 0 range,forgotten\n"
                                 "object heap 0xff0 64 1 2\n"
                                 "end\n";

Record parse(llvm::StringRef body) {
  auto record = parseRecord(("steward-races 1\n" + body).str(), "record");
  EXPECT_TRUE(bool(record));
  return record ? std::move(*record) : Record();
}

std::string errorOf(llvm::StringRef text) {
  auto record = parseRecord(text, "record");
  return record ? "" : llvm::toString(record.takeError());
}

} // namespace

TEST(Record, HasEverythingThatWasWritten) {
  Record record = parse(("process 12 11 \"/bin/a \\\"b\\\"\\n\\x1b\\\\\"\n"
                         "module 0 \"/bin/app\" 0x400000 0x401000 16\n"
                         "thread 2 \"io\" 1 3\n"
                         "stack 1 0x400010 0x400020\n" +
                         race + "stat \"checks\" 18446744073709551615\nfinished 3 1\n")
                            .str());
  EXPECT_EQ(record.process, 12u);
  EXPECT_EQ(record.parent, 11u);
  EXPECT_EQ(record.executable, "/bin/a \"b\"\n\x1b\\");
  ASSERT_EQ(record.modules.size(), 1u);
  EXPECT_EQ(record.modules[0].high, 0x401000u);
  EXPECT_EQ(record.modules[0].bias, 16u);
  EXPECT_EQ(record.threads.at(2).name, "io");
  EXPECT_EQ(record.threads.at(2).creator, 1u);
  EXPECT_EQ(record.stacks.at(1), (std::vector<uint64_t>{0x400010, 0x400020}));
  ASSERT_EQ(record.races.size(), 1u);
  const RecordedAccess &first = record.races[0].accesses[0], &second = record.races[0].accesses[1];
  EXPECT_TRUE(first.isWrite && !first.isAtomic && !first.isFree && !first.isRange);
  EXPECT_EQ(first.places.at(0).line, 3u);
  EXPECT_TRUE(first.locks.at(0).isShared);
  EXPECT_TRUE(!second.isWrite && second.isAtomic && second.isRange && second.isForgotten && !second.isUnseen);
  EXPECT_EQ(second.address, 4096u);
  EXPECT_EQ(record.races[0].memory, RecordedMemory::Heap);
  EXPECT_EQ(record.races[0].bytes, 64u);
  EXPECT_EQ(record.statistics.at(0).second, UINT64_MAX);
  EXPECT_EQ(record.status, 3);
  EXPECT_EQ(record.unreadable, 0u);
}

// Killed at any moment: what is whole counts, and nothing else.
TEST(Record, MayEndAnywhere) {
  std::string all = (race + "finished 0 1\n").str();
  for (size_t length = 0; length <= all.size(); ++length) {
    Record record = parse(llvm::StringRef(all).take_front(length));
    EXPECT_EQ(record.races.size(), length >= race.size() ? 1u : 0u) << length;
    EXPECT_EQ(record.status.has_value(), length == all.size()) << length;
  }
  EXPECT_EQ(parse(race.drop_back(4)).unreadable, 1u);
}

TEST(Record, PassesOverWhatItDoesNotKnow) {
  Record record = parse(("colour blue\n" + race.str() + "end of the world\n").c_str());
  EXPECT_EQ(record.races.size(), 1u);
  EXPECT_EQ(record.unreadable, 0u);
  // Inside a race as well, and so are more words at the end of a line.
  record = parse("race\naccess read 1 1 1 0 -,later more\nsince 7\naccess write 1 1 2 0 - x\nobject moon 3\nend\n");
  EXPECT_EQ(record.races.size(), 1u);
  EXPECT_EQ(record.races[0].memory, RecordedMemory::Unknown);
  EXPECT_EQ(record.unreadable, 0u);
}

TEST(Record, OneBadLineCostsNoOther) {
  Record record = parse(("stack 1 0x10 rubbish\nthread x \"\" 0 0\nmodule 0 \"no end\nstack 2 0x20\n" + race).str());
  EXPECT_EQ(record.unreadable, 3u);
  EXPECT_EQ(record.stacks.count(1), 0u);
  EXPECT_EQ(record.stacks.at(2).size(), 1u);
  EXPECT_EQ(record.races.size(), 1u);
}

TEST(Record, ARaceThatIsNotWholeIsNone) {
  EXPECT_EQ(parse("race\naccess read 1 1 1 0 -\nend\n").races.size(), 0u);
  EXPECT_EQ(parse("race\naccess jump 1 1 1 0 -\naccess read 1 1 1 0 -\nend\n").races.size(), 0u);
  EXPECT_EQ(parse("race\naccess read 1 1 1 0 -\naccess write 1 1 2 0 -\naccess write 1 1 3 0 -\nend\n").races.size(),
            0u);
  // Cut off, and another process image went on behind it.
  Record record = parse(("race\naccess read 1 1 1 0 -\n" + race).str());
  EXPECT_EQ(record.races.size(), 1u);
  EXPECT_EQ(record.unreadable, 1u);
}

TEST(Record, WhatIsNoneSaysSo) {
  EXPECT_EQ(errorOf(""), "record: not a record of a run");
  EXPECT_EQ(errorOf("steward-races"), "record: not a record of a run");
  EXPECT_EQ(errorOf("steward-races one\n"), "record: not a record of a run");
  EXPECT_EQ(errorOf("steward-races 2\n"), "record: version 2 of the record is not one that can be read");
}
