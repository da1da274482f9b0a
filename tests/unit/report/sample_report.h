// A report on a program of one file, for the tests of formats.
#pragma once

#include "steward/race.h"

namespace steward {

inline Race sampleRace() {
  Race race;
  race.id = "4f1c9a02";
  race.rank = 0.8;
  race.object = {"stats[i].total", "global variable", {"src/stats.c", 1, 29}};
  RaceAccess& write = race.accesses[0];
  write.kind = AccessKind::Write;
  write.at = {"src/stats.c", 3, 8};
  write.function = "add";
  write.expression = "stats[i].total";
  write.origin = "thread worker";
  write.stack = {{"worker", {"src/main.c", 40, 3}}, {"add", {"src/stats.c", 3, 8}}};
  write.created = {{"main", {"src/main.c", 30, 5}}, {"start", {"src/main.c", 22, 7}}};
  RaceAccess& read = race.accesses[1];
  read.at = {"/usr/include/list.h", 5, 26};
  read.function = "get";
  read.origin = "main";
  read.locks = {"stats_lock"};
  read.stack = {{"get", {"/usr/include/list.h", 5, 26}}};
  race.why = {"no lock is held by both", "lower rank: it is only counted"};
  return race;
}

inline Report sampleReport() {
  Report report;
  report.races = {sampleRace()};
  return report;
}

} // namespace steward
