// From what a process recorded to the record that all reports are made of.
//
// Whoever reads it has not seen the run: threads have the names of their first functions beside their numbers, memory
// the name of its variable or else the expression that leads to it, locks too, or else the place where they were taken.
// No addresses, which differ from run to run.
#pragma once

#include "report/source_lines.h"
#include "run/record.h"
#include "run/symbols.h"

#include <vector>

namespace steward {

class RunDescriber {
public:
  std::vector<Race> describe(const Record& record);

private:
  std::string threadName(const Record& record, uint32_t thread);
  RaceAccess access(const Record& record, const RecordedAccess& recorded);
  RaceObject object(const Record& record, const RecordedRace& recorded, const Race& race);
  std::string lockName(const Record& record, const RecordedLock& lock);
  void locks(const RecordedRace& recorded, Race& race);
  void learnEntries(const Record& record);
  void learnLocks(const Record& record);

  Symbols symbols_;
  SourceLines lines_;
  // Of one record.
  std::map<uint32_t, std::string> entries_; // of its threads: the functions they began with
  std::map<uint64_t, std::string> locks_;   // by their addresses
};

// One report for each place that races: the same pair of accesses once, however many threads and processes made it, and
// other accesses to the same object in `more`. In the order of the source; without ids.
std::vector<Race> groupRaces(std::vector<Race> races);

} // namespace steward
