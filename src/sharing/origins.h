// Origins: what runs code beside other code, as a tree (O2 section 3.1): threads, signal handlers, timers and what is
// declared to be one.
//
// An origin is an entry in the context its creator gave it. The same fork reached from two origins makes two.
// Installing a signal handler is a fork too, of something that never ends. Handlers of events and of the end of the
// process are origins that run on another's thread, one after the other: no nodes of the tree, but part of the origin
// they run on.
#pragma once

#include "pointer/pointer_analysis.h"
#include "sharing/reach.h"

#include <map>
#include <optional>
#include <vector>

namespace steward {

using OriginId = Id<struct OriginTag>;
using ForkId = Id<struct ForkTag>; // a fork instruction of an instance, executed by one origin

struct Origin {
  OriginKind kind = OriginKind::Main;
  InstanceId entry;
  ForkId fork; // that created it; invalid for main
  OriginId parent;
  uint32_t depth = 0;
  bool isRecursive = false; // it (indirectly) creates origins of its own kind: any number may run at any time
  bool isMany = false;      // one fork starts any number of them
  bool isShared = false;    // others than its parent create it as well: a signal handler
  bool isFault = false;     // a handler of signals that only a fault of the thread itself raises, as the process dies
};

// A handler that an origin runs in its own time: for events, by its loop, or at the end of the process.
struct Handler {
  OriginKind kind = OriginKind::Event;
  InstanceId entry;
  CallSite registered;
  CallSite loop; // where it is called; the same as `registered` when its loop is nowhere to be seen
  OriginId on;
};

struct Fork {
  OriginId by;
  CallSite site;
  std::vector<OriginId> origins; // one for each function that may be the entry
  std::vector<ObjectId> threads; // what their handles denote
};

class Origins {
public:
  Origins(const PointerAnalysis& pointers, const Reach& reach);

  size_t size() const { return origins_.size(); }
  bool hasTeams() const { return hasTeams_; }
  const Origin& operator[](OriginId id) const { return origins_[id]; }
  const steward::Fork& operator[](ForkId id) const { return forks_[id]; }
  size_t forkCount() const { return forks_.size(); }
  static OriginId main() { return OriginId(0); }
  FunctionId functionOf(OriginId id) const { return pointers_.instances()[origins_[id].entry].function; }

  // The instances that run in an origin, in the order they are reached.
  llvm::ArrayRef<InstanceId> instancesOf(OriginId id) const { return instances_[id]; }
  // The fork that a call site is in an origin; invalid when it forks nothing.
  ForkId forkAt(OriginId origin, CallSite site) const;
  // Whether more than one thread may be created that this origin stands for.
  bool isSeveral(OriginId id) const {
    return origins_[id].isRecursive || origins_[id].isMany || !reach_.runsOnce(origins_[id].entry);
  }
  // Whether it is a team of which there is only one at a time.
  bool isLoneTeam(OriginId id) const;
  // The nearest lone team at or above an origin, with only its tasks and teams of its own in between; invalid when
  // there is none.
  OriginId teamOf(OriginId id) const;
  // Whether `a` is `b` or an origin that b descends from.
  bool isAncestor(OriginId a, OriginId b) const;

  std::string describe(OriginId id) const;  // "main", "thread worker", "signal handler on_term"
  FunctionId shownEntry(OriginId id) const; // the function that an origin is named after
  // "event handler on_read (loop run by thread worker)"
  std::string describe(const Handler& handler) const;

  std::vector<Handler> handlers() const; // of all origins, in the order that they are reached
  // The one that `entry` is when it is called there; nothing when that is a plain call.
  std::optional<Handler> handlerAt(OriginId on, CallSite loop, InstanceId entry) const;

private:
  void findCircles();
  void visit(OriginId id);
  OriginId existing(OriginId by, InstanceId entry, OriginKind kind) const;
  Origin made(OriginId by, ForkId fork, const ForkTarget& target) const;

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  bool hasTeams_ = false; // teams or tasks
  IdVector<OriginId, Origin> origins_;
  IdVector<OriginId, std::vector<InstanceId>> instances_;
  IdVector<ForkId, steward::Fork> forks_;
  std::map<std::pair<OriginId, CallSite>, ForkId> forkIds_;
  llvm::BitVector inCircle_; // entries of threads that create their own kind, themselves or by others
};

} // namespace steward
