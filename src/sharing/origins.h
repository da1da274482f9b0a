// Origins: the threads of a program, as a tree (O2 section 3.1; here threads, later also events).
//
// An origin is an entry in the context its creator gave it. The same fork reached from two origins makes two.
#pragma once

#include "pointer/pointer_analysis.h"
#include "sharing/reach.h"

#include <map>
#include <vector>

namespace steward {

using OriginId = Id<struct OriginTag>;
using ForkId = Id<struct ForkTag>; // a fork instruction of an instance, executed by one origin

enum class OriginKind : uint8_t { Main, Thread };

struct Origin {
  OriginKind kind = OriginKind::Main;
  InstanceId entry;
  ForkId fork; // that created it; invalid for main
  OriginId parent;
  uint32_t depth = 0;
  bool isRecursive = false; // it (indirectly) creates origins of its own kind: any number may run at any time
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
  const Origin& operator[](OriginId id) const { return origins_[id]; }
  const steward::Fork& operator[](ForkId id) const { return forks_[id]; }
  size_t forkCount() const { return forks_.size(); }
  static OriginId main() { return OriginId(0); }

  // The instances that run in an origin, in the order they are reached.
  llvm::ArrayRef<InstanceId> instancesOf(OriginId id) const { return instances_[id]; }
  // The fork that a call site is in an origin; invalid when it forks nothing.
  ForkId forkAt(OriginId origin, CallSite site) const;
  // Whether more than one thread may be created that this origin stands for.
  bool isSeveral(OriginId id) const { return origins_[id].isRecursive || !reach_.runsOnce(origins_[id].entry); }
  // Whether `a` is `b` or an origin that b descends from.
  bool isAncestor(OriginId a, OriginId b) const;

  std::string describe(OriginId id) const; // "main", "thread worker"

private:
  void visit(OriginId id);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  IdVector<OriginId, Origin> origins_;
  IdVector<OriginId, std::vector<InstanceId>> instances_;
  IdVector<ForkId, steward::Fork> forks_;
  std::map<std::pair<OriginId, CallSite>, ForkId> forkIds_;
};

} // namespace steward
