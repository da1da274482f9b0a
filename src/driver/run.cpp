// The way of a run: start, wait, read what every process wrote, put names to it, and say what is news.
#include "steward/run.h"

#include "report/words.h"
#include "run/describe.h"
#include "run/launch.h"
#include "run/record.h"
#include "support/race_id.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <unistd.h>

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringRef recordName = "races";

static RunResult failed(llvm::Error error) { return {std::nullopt, llvm::toString(std::move(error))}; }

// The user's own options, and behind them ours, which win. The program ends with its own status: races are our news.
static std::string runtimeOptions(StringRef folder, bool statistics) {
  const char* given = std::getenv("STEWARD_OPTIONS");
  std::string options = given && *given ? std::string(given) + ":" : "";
  options += ("report_file=" + folder + "/" + recordName).str() + ":print=0:exit_status=0";
  if (statistics) options += ":stats=1";
  return options;
}

// A new folder that only we can read, or the one that the user wants records in.
static llvm::Expected<std::string> folderForRecords(const std::string& wanted) {
  llvm::SmallString<256> folder(wanted);
  if (wanted.empty()) {
    if (auto error = fs::createUniqueDirectory("steward-run", folder))
      return llvm::createStringError("cannot make a temporary folder (TMPDIR): " + error.message());
    fs::setPermissions(folder, fs::owner_all);
  } else {
    if (auto error = fs::create_directories(folder))
      return llvm::createStringError(wanted + ": cannot be made: " + error.message());
    if (!fs::is_directory(folder)) return llvm::createStringError(wanted + ": not a folder");
    if (access(folder.c_str(), W_OK | X_OK) != 0) return llvm::createStringError(wanted + ": cannot be written to");
    fs::make_absolute(folder); // the program may go elsewhere
  }
  if (StringRef(folder).contains(':'))
    return llvm::createStringError(folder + ": the path of records must have no colon in it");
  return std::string(folder);
}

static llvm::Expected<std::vector<std::string>> recordsIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (path::filename(entry->path()).starts_with((recordName + ".").str())) files.push_back(entry->path());
  if (error) return llvm::createStringError(folder + ": " + error.message());
  llvm::sort(files);
  return files;
}

static llvm::Expected<std::vector<Record>> readRecords(const std::vector<std::string>& files, Report& report) {
  std::vector<Record> records;
  for (const std::string& file : files) {
    auto text = llvm::MemoryBuffer::getFile(file);
    if (!text) return llvm::createStringError(file + ": " + text.getError().message());
    if ((*text)->getBuffer().empty()) continue; // killed before it could say anything
    auto record = parseRecord((*text)->getBuffer(), file);
    if (!record) return record.takeError();
    if (record->unreadable)
      report.notes.push_back("the record of process " + std::to_string(record->process) + " has " +
                             countText(record->unreadable, "place", "places") + " that cannot be read");
    records.push_back(std::move(*record));
  }
  llvm::stable_sort(records, [](const Record& a, const Record& b) { return a.process < b.process; });
  return records;
}

static void addStatistics(const Record& record, RunSeen& run) {
  for (const auto& [name, value] : record.statistics) {
    auto known = llvm::find_if(run.statistics, [&](const auto& s) { return s.first == name; });
    if (known == run.statistics.end())
      run.statistics.push_back({name, value});
    else
      known->second += value;
  }
}

// Over all lists, so that no two races of a report have one id.
static void giveIds(Report& report) {
  std::vector<Race> all;
  std::vector<Race>* lists[] = {&report.races, &report.apart, &report.suppressed};
  for (std::vector<Race>* list : lists) {
    all.insert(all.end(), std::make_move_iterator(list->begin()), std::make_move_iterator(list->end()));
  }
  giveIds(all);
  auto next = all.begin();
  for (std::vector<Race>* list : lists)
    for (Race& race : *list) race = std::move(*next++);
}

static Report reportOf(const std::vector<Record>& records, Report report, const Triage& triage) {
  RunDescriber describer;
  std::vector<Race> races;
  for (const Record& record : records) {
    std::vector<Race> more = describer.describe(record);
    races.insert(races.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    report.origins += record.threads.size();
    addStatistics(record, *report.run);
  }
  report.run->processes = records.size();
  report.races = std::move(races);
  // Pair by pair, before they are grouped: what is left when one is suppressed are pairs that were seen, too.
  setAside(report, triage);
  for (std::vector<Race>* list : {&report.races, &report.apart, &report.suppressed})
    *list = groupRaces(std::move(*list));
  giveIds(report);
  compareWithBaseline(report, triage);
  return report;
}

RunResult run(const RunOptions& options) {
  Triage triage;
  if (std::string error = readTriage(options.triage, triage); !error.empty()) return {std::nullopt, error};
  Report report;
  report.run.emplace();
  report.run->command = options.command;
  std::vector<std::string> files = options.read;
  std::string temporary;
  llvm::scope_exit remove([&] {
    if (!temporary.empty()) fs::remove_directories(temporary);
  });
  if (files.empty()) {
    auto folder = folderForRecords(options.records);
    if (!folder) return failed(folder.takeError());
    if (options.records.empty()) temporary = *folder;
    // Records of an earlier run in the same folder are not of this one.
    auto before = recordsIn(*folder);
    if (!before) return failed(before.takeError());
    for (const std::string& file : *before) fs::remove(file);
    auto end = launch(options.command, runtimeOptions(*folder, options.statistics));
    if (!end) return failed(end.takeError());
    report.run->status = end->status;
    report.run->signal = end->signal;
    auto written = recordsIn(*folder);
    if (!written) return failed(written.takeError());
    files = std::move(*written);
    if (files.empty())
      return {std::nullopt, options.command[0] + ": nothing was watched: neither it nor a program that it started was "
                                                 "compiled with steward cc"};
  }
  auto records = readRecords(files, report);
  if (!records) return failed(records.takeError());
  report = reportOf(*records, std::move(report), triage);
  if (!options.statistics) report.run->statistics.clear();
  return {std::move(report), {}};
}

std::string statisticsAsText(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!report.run) return text;
  size_t width = 0;
  for (const auto& [name, value] : report.run->statistics) width = std::max(width, name.size());
  for (const auto& [name, value] : report.run->statistics)
    stream << llvm::left_justify(name, static_cast<unsigned>(width))
           << llvm::format("  %15llu\n", (unsigned long long)value);
  return text;
}

} // namespace steward
