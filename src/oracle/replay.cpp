#include "oracle/replay.h"

#include "oracle/placement.h"
#include "oracle/races.h"

#include <cstdio>

namespace steward::oracle {

namespace {

class Replay {
public:
  explicit Replay(const Log& log) : log_(log) {}
  Verdict run();

private:
  std::string place(uint64_t site) const;
  void say(const std::string& what, uint32_t thread, uint64_t at, uint64_t bytes, uint64_t site,
           const std::string& rest = "");
  void one(const TraceEvent& event);
  void forget(uint64_t at, uint64_t bytes);

  const Log& log_;
  Verdict verdict_;
  Clocks clocks_;
  PlainDetector plain_;
  // A run of bytes of one event is one violation.
  struct Violation {
    const TraceEvent* event = nullptr;
    bool isAccess = false;
    uint64_t from = 0, to = 0;
  } last_;
  void wrong(const TraceEvent& event, uint64_t at, bool isAccess);
  void flush();
  PlacementRules rules_{[this](const TraceEvent& event, uint64_t at) { wrong(event, at, true); },
                        [this](const TraceEvent& event, uint64_t at) { wrong(event, at, false); }};
};

std::string Replay::place(uint64_t site) const {
  auto found = log_.sites.find(site);
  return found == log_.sites.end() || found->second.empty() ? "?" : found->second;
}

void Replay::say(const std::string& what, uint32_t thread, uint64_t at, uint64_t bytes, uint64_t site,
                 const std::string& rest) {
  if (++verdict_.violationCount > maxViolations) return;
  char where[96];
  std::snprintf(where, sizeof where, " of %llu bytes at 0x%llx by thread %u at ", (unsigned long long)bytes,
                (unsigned long long)at, thread);
  verdict_.violations.push_back(what + where + place(site) + rest);
}

void Replay::flush() {
  if (!last_.event) return;
  const TraceEvent& event = *last_.event;
  std::string kind = event.flag ? "write" : "read";
  say(last_.isAccess ? "not covered: " + kind : "not legitimate: check of a " + kind, event.thread, last_.from,
      last_.to - last_.from, event.site);
  last_.event = nullptr;
}

void Replay::wrong(const TraceEvent& event, uint64_t at, bool isAccess) {
  if (last_.event == &event && last_.isAccess == isAccess && last_.to == at) {
    ++last_.to;
    return;
  }
  flush();
  last_ = {&event, isAccess, at, at + 1};
}

void Replay::forget(uint64_t at, uint64_t bytes) {
  rules_.forget(at, bytes);
  flush();
  plain_.forget(
      at, bytes,
      [&](const TraceEvent& claim) {
        say("false alarm: race", claim.thread, claim.at, claim.bytes, 0, ", with thread " + std::to_string(claim.site));
      },
      [&](const PlainRace& race) {
        say("missed: race", race.later, race.at, 1, race.laterSite,
            ", with thread " + std::to_string(race.earlier) + " at " + place(race.earlierSite));
      });
}

void Replay::one(const TraceEvent& event) {
  switch (event.kind) {
  case TraceKind::Access:
    ++verdict_.accesses;
    rules_.access(event);
    plain_.access(clocks_, event, event.flag, false);
    return;
  case TraceKind::Check:
    ++verdict_.checks;
    rules_.check(event);
    return;
  case TraceKind::Conflict:
    ++verdict_.claims;
    plain_.claim(event);
    return;
  case TraceKind::Forget:
    forget(event.at, event.bytes);
    return;
  case TraceKind::Finish:
    rules_.finish(event.thread);
    return;
  default:
    break;
  }
  if (isAcquire(event)) rules_.acquire(event.thread);
  clocks_.acquire(event);
  if (event.kind == TraceKind::AtomicLoad) plain_.access(clocks_, event, false, true);
  if (event.kind == TraceKind::AtomicStore || event.kind == TraceKind::AtomicModify)
    plain_.access(clocks_, event, true, true);
  if (isRelease(event)) rules_.release(event.thread);
  clocks_.release(event);
  if (event.kind == TraceKind::End) rules_.finish(event.thread);
}

Verdict Replay::run() {
  for (const TraceEvent& event : log_.events) one(event);
  flush();
  // Threads that were still running may be in the middle of something: of the placement rules nothing is asked of them.
  rules_ = PlacementRules([](const TraceEvent&, uint64_t) {}, [](const TraceEvent&, uint64_t) {});
  forget(0, ~uint64_t(0));
  for (const PlainRace& race : plain_.races()) verdict_.racy.push_back({race.at, {race.earlier, race.later}});
  return std::move(verdict_);
}

} // namespace

Verdict replay(const Log& log) { return Replay(log).run(); }

} // namespace steward::oracle
