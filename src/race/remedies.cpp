#include "race/remedies.h"

#include "race/rank.h"

#include "llvm/ADT/StringExtras.h"

namespace steward {

namespace {

std::string lineOf(const SourceLocation& at) {
  return at.known() ? at.file + ":" + std::to_string(at.line) : "a line that is not known";
}

std::string quoted(llvm::StringRef text) { return ("'" + text + "'").str(); }

bool holds(const RaceAccess& a, llvm::StringRef lock) {
  return llvm::any_of(a.locks, [&](llvm::StringRef held) { return plainLock(held) == lock; });
}

std::string what(const RaceAccess& a) {
  return a.isFree ? "free" : a.isDestroy ? "destruction" : a.kind == AccessKind::Write ? "write" : "read";
}

class Remedies {
public:
  Remedies(const RacingPlace& place, const Race& race, const Origins& origins)
      : place_(place), race_(race), origins_(origins), a_(race.accesses[0]), b_(race.accesses[1]) {}

  std::vector<std::string> result;

  void find() {
    if (!place_.isFreed) lock();
    order();
    if (a_.isFree || b_.isFree)
      result.push_back(
          "freeing the object only when nobody else can know it any more: behind a join, or by who lets go "
          "of it last");
    else if (place_.isFreed)
      result.push_back("ending the lock only when nobody can take it any more: behind a join of all who do");
    else if (isSmall())
      result.push_back("making " + quoted(race_.object.name) +
                       " atomic, if no more than this one value has to be right");
  }

private:
  // Fits a lock-free atomic.
  bool isSmall() const {
    const Place& place = place_.place;
    return !place.isVague() && place.bytes <= 8;
  }

  void lock() {
    if (isSignal(place_.best.first) || isSignal(place_.best.second)) return; // which must not wait
    for (const std::string& name : a_.locks)
      if (llvm::StringRef plain = plainLock(name); plain != name && holds(b_, plain)) {
        const RaceAccess& writer = a_.kind == AccessKind::Write ? a_ : b_;
        result.push_back("taking " + quoted(plain) + " for writing at " + lineOf(writer.at) +
                         ": it is held only for reading there");
        return;
      }
    for (const LockUse& use : race_.lockUses) {
      bool byFirst = holds(a_, use.lock), bySecond = holds(b_, use.lock);
      if (byFirst && bySecond) continue; // the same name, and not surely the same lock
      if (!byFirst && !bySecond && use.held * 2 < use.of) continue;
      std::string text = "taking " + quoted(use.lock) + " for the ";
      if (!byFirst) text += what(a_) + " at " + lineOf(a_.at);
      if (!byFirst && !bySecond && a_.at != b_.at)
        text += " and the " + what(b_) + " at " + lineOf(b_.at);
      else if (byFirst)
        text += what(b_) + " at " + lineOf(b_.at);
      text += ": " + std::to_string(use.held) + " of " + std::to_string(use.of) +
              (use.of == 1 ? " access holds it" : " accesses hold it");
      result.push_back(text);
      return;
    }
    if (!a_.locks.empty() && !b_.locks.empty())
      result.push_back("holding one and the same lock at both accesses, not " + quoted(a_.locks[0]) + " at one and " +
                       quoted(b_.locks[0]) + " at the other");
    else
      result.push_back("holding one and the same lock at both accesses");
  }

  bool isSignal(const RacingAccess& a) const { return origins_[a.shared.origin].kind == OriginKind::Signal; }

  void order() {
    OriginId x = place_.best.first.shared.origin, y = place_.best.second.shared.origin;
    if (isSignal(place_.best.first) || isSignal(place_.best.second)) {
      const RaceAccess& other = isSignal(place_.best.first) ? b_ : a_;
      result.push_back(
          "blocking the signal around " + lineOf(other.at) +
          " on all threads that do not block it already, or using a volatile sig_atomic_t or a lock-free atomic");
    } else if (x == y) {
      result.push_back("giving each run of " + a_.origin + " its own " + quoted(race_.object.name));
    } else if (origins_.isAncestor(x, y) || origins_.isAncestor(y, x)) {
      const RaceAccess& creator = origins_.isAncestor(x, y) ? a_ : b_;
      const RaceAccess& created = origins_.isAncestor(x, y) ? b_ : a_;
      std::string text = "waiting for the end of " + created.origin + " (a join) before " + lineOf(creator.at);
      if (!created.created.empty() && created.created.back().at.known())
        text += ", or doing what is done there before it is started at " + lineOf(created.created.back().at);
      result.push_back(text);
    } else {
      std::string text = "letting " + a_.origin + " and " + b_.origin + " run one after the other";
      if (!b_.created.empty() && b_.created.back().at.known())
        text += ": a join of one before the other is started (" + lineOf(b_.created.back().at) + ")";
      result.push_back(text);
    }
  }

  const RacingPlace& place_;
  const Race& race_;
  const Origins& origins_;
  const RaceAccess &a_, &b_;
};

} // namespace

std::vector<std::string> remediesOf(const RacingPlace& place, const Race& race, const Origins& origins) {
  Remedies remedies(place, race, origins);
  remedies.find();
  return std::move(remedies.result);
}

} // namespace steward
