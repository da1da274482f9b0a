#include "report/sharing.h"

#include "report/source_lines.h"
#include "report/text.h"
#include "report/words.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <set>

namespace steward {

namespace {

// Origins of one name that do the same are one entry.
struct Users {
  unsigned origins = 0;
  bool isSeveral = false;
  bool isAtomic = true;
  std::set<SourceLocation> places;
};

class SharingText {
public:
  SharingText(const SharingReport& report, llvm::raw_ostream& out) : report_(report), out_(out) {}

  void render() {
    unsigned width = 0, shared = 0, members = 0;
    for (const SharingObject& object : report_.objects)
      for (const SharingMember& member : object.members)
        width = std::max(width, std::min<unsigned>(widest, printable(member.name).size()));
    for (const SharingObject& object : report_.objects) {
      shared += object.isShared;
      header(object);
      for (const SharingMember& member : object.members) {
        members += member.isShared;
        out_ << "  " << llvm::left_justify(printable(member.name), width) << "  ";
        if (!member.isShared) out_ << "not shared: ";
        out_ << usesText(member) << '\n';
      }
      out_ << '\n';
    }
    for (const std::string& note : report_.notes) out_ << "note: " << printable(note) << '\n';
    skippedText(report_.skipped, skippedNames, out_);
    if (shared == 0)
      out_ << "nothing is shared";
    else
      out_ << countText(shared, "shared object", "shared objects") << ", "
           << countText(members, "shared member", "shared members");
    if (size_t others = report_.objects.size() - shared)
      out_ << "; " << countText(others, "object", "objects") << " not shared";
    out_ << "; " << countText(report_.origins.size(), "origin", "origins") << '\n';
  }

private:
  // A name longer than this does not move the others to the right.
  static constexpr unsigned widest = 48, skippedNames = 5;

  // "stats: global variable, declared at stats.c:7"
  void header(const SharingObject& object) {
    out_ << printable(object.name) << ": " << printable(object.what);
    bool isHeap = llvm::StringRef(object.what).contains("heap");
    if (object.allocated.known())
      out_ << (isHeap ? ", allocated at " : ", declared at ") << locationText(object.allocated);
    // That main's own variables are main's goes without saying.
    if (isHeap && !object.allocatedBy.empty()) {
      llvm::MapVector<llvm::StringRef, Users> names;
      for (size_t origin : object.allocatedBy) count(names, origin);
      out_ << " by ";
      llvm::interleaveComma(names, out_, [&](const auto& entry) { out_ << usersText(entry.first, entry.second); });
    }
    out_ << '\n';
  }

  Users& count(llvm::MapVector<llvm::StringRef, Users>& names, size_t origin) {
    Users& users = names[report_.origins[origin].name];
    ++users.origins;
    users.isSeveral |= report_.origins[origin].isSeveral;
    return users;
  }

  // "thread worker", "2 threads worker", "several threads worker"
  static std::string usersText(llvm::StringRef name, const Users& users) {
    std::string text = printable(name);
    auto [kind, entry] = llvm::StringRef(text).split(' ');
    if (entry.empty() || (users.origins == 1 && !users.isSeveral)) return text;
    return (users.isSeveral ? "several" : std::to_string(users.origins)) + " " + kind.str() + "s " + entry.str();
  }

  // "written by thread worker (3 places), read by main (1 place)"
  std::string usesText(const SharingMember& member) {
    llvm::MapVector<llvm::StringRef, Users> writers, readers;
    for (const SharingUse& use : member.uses)
      for (auto [names, places] : {std::pair(&writers, &use.writes), std::pair(&readers, &use.reads)}) {
        if (places->empty()) continue;
        Users& users = count(*names, use.origin);
        users.places.insert(places->begin(), places->end());
        users.isAtomic &= use.isAtomic;
      }
    std::vector<std::string> clauses;
    for (auto [verb, names] : {std::pair("written by ", &writers), std::pair("read by ", &readers)}) {
      std::string clause;
      for (const auto& [name, users] : *names) {
        bool isLast = &name == &names->back().first;
        clause += clause.empty() ? verb : isLast ? " and " : ", ";
        clause += usersText(name, users) + " (" + countText(users.places.size(), "place", "places") +
                  (users.isAtomic ? ", atomic)" : ")");
      }
      if (!clause.empty()) clauses.push_back(clause);
    }
    return llvm::join(clauses, ", ");
  }

  const SharingReport& report_;
  llvm::raw_ostream& out_;
};

} // namespace

void renderSharingText(const SharingReport& report, llvm::raw_ostream& out) { SharingText(report, out).render(); }

} // namespace steward
