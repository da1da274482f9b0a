#include "report/sarif_rules.h"

#include <iterator>

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

namespace {

struct Rule {
  StringRef id, name, brief, whole, remedy;
};

} // namespace

static constexpr Rule rules[] = {
    {"data-race", "DataRace", "Two threads access the same memory, one of them writes, and nothing orders them",
     "Two accesses to one memory location may run at the same time, at least one of them is a write, and neither a "
     "lock "
     "that both hold nor anything else orders them. In C and C++ that is undefined behaviour: values may be lost, torn "
     "or seen in any order.",
     "Take the same lock for every access to the location, make it atomic if single reads and writes of it are all "
     "that "
     "is needed, or let one side wait for the other (join, condition variable)."},
    {"data-race-with-itself", "DataRaceWithItself",
     "Several threads that run the same code write the same memory, and nothing orders them",
     "Code that several threads run accesses one memory location that they share, writes it, and holds no lock that "
     "would keep the threads apart.",
     "Take a lock for the access, make it atomic, or give every thread memory of its own."},
    {"race-with-free", "RaceWithFree", "One thread frees memory while another may still use it",
     "One thread ends the life of an object that another may be reading or writing at the same time: what that one "
     "sees "
     "is memory of somebody else.",
     "Let the one that frees wait until the others are done (join, a count of references), or take the same lock for "
     "the use and for taking the object out of reach."},
    {"race-with-lock-destruction", "RaceWithLockDestruction",
     "One thread destroys a lock while another may take or hold it",
     "A lock is destroyed or freed while another thread may be taking it or holding it.",
     "Destroy the lock only once every thread that takes it has ended or can no longer reach it."},
};

SarifRule sarifRule(const Race& race) {
  for (const RaceAccess& a : race.accesses)
    if (a.isDestroy) return SarifRule::RaceWithLockDestruction;
  for (const RaceAccess& a : race.accesses)
    if (a.isFree) return SarifRule::RaceWithFree;
  return race.kind == RaceKind::MultipleWrite ? SarifRule::RaceWithItself : SarifRule::DataRace;
}

StringRef sarifRuleId(SarifRule rule) { return rules[static_cast<size_t>(rule)].id; }

// The bounds of docs/ranking.md: 0.8 is where a report starts, of which one weak reason may be taken; below the default
// of --min-rank it is more likely false than real.
StringRef sarifLevel(const Race& race) {
  if (!race.benign.empty() || !race.suppression.empty() || race.status == RaceStatus::Refuted) return "note";
  if (race.status == RaceStatus::Confirmed || race.rank >= 0.7) return "error";
  return race.rank >= defaultMinRank ? "warning" : "note";
}

static json::Object text(StringRef text) { return json::Object{{"text", text}}; }

json::Value sarifRules() {
  json::Array list;
  for (const Rule& rule : rules) {
    std::string help = (rule.whole + "\n\nWhat to do: " + rule.remedy).str();
    std::string markdown = (rule.whole + "\n\n**What to do.** " + rule.remedy +
                            "\n\nThe code flow shows how each of the two threads comes to its access. "
                            "`steward explain ID` tells a race in plain words.")
                               .str();
    list.push_back(json::Object{
        {"id", rule.id},
        {"name", rule.name},
        {"shortDescription", text(rule.brief)},
        {"fullDescription", text(rule.whole)},
        {"help", json::Object{{"text", help}, {"markdown", markdown}}},
        {"defaultConfiguration", json::Object{{"level", "warning"}}},
        {"properties", json::Object{{"tags", json::Array{"concurrency", "correctness", "external/cwe/cwe-362"}},
                                    {"precision", "medium"},
                                    {"problem.severity", "warning"}}},
    });
  }
  return list;
}

json::Value sarifNotificationKinds() {
  static constexpr std::pair<StringRef, StringRef> kinds[] = {
      {"not-analysed", "Code that was not analysed"},
      {"note", "A remark on the check as a whole"},
      {"not-listed", "Races of a lower rank than was asked for, or in code of others"},
      {"left-out", "What was left out because services that show SARIF have limits"}};
  json::Array list;
  for (auto& [id, what] : kinds) list.push_back(json::Object{{"id", id}, {"shortDescription", text(what)}});
  return list;
}

} // namespace steward
