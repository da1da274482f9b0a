// Whether two accesses that points-to sets take for one are to different parts of an array, or to different objects of
// one allocation: memory that is split among threads.
//
//   for (i = 0; i < n; i++) create(&t[i], worker, &args[i]);        worker i uses args[i] alone
//   for (k = id * chunk; k < (id + 1) * chunk; k++) data[k] = 0;    worker id has its slice of data
//   for (k = id; k < n; k += threads) data[k] = 0;                  or every so many-th element
//
// Two threads of one fork differ in the round of the loop that created them. What each of them touches is told as bytes
// from low to high, in terms of that round (symbolic.h); that the bytes of two different rounds do not meet is a
// question about polynomials (affine.h). Any doubt means that they do.
#pragma once

#include "race/distinct_pointers.h"
#include "race/symbolic.h"
#include "race/team_rounds.h"
#include "sharing/sharing.h"

namespace steward {

class Parts {
public:
  Parts(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, OrderAnalysis& order,
        const Concurrency& concurrency)
      : writes_(pointers, origins), s_(pointers, reach, origins, order, concurrency, writes_) {}

  Scopes& scopes() { return s_; }

  // Accesses by number, for asking about pairs; nothing for one that no other can be told apart from.
  using Number = uint32_t;
  std::optional<Number> numberOf(const SharedAccess& access);
  // Of two accesses whose places overlap, made by different threads at one time.
  bool areApart(Number a, Number b);

  // How the rounds of two threads compare: which of these can be.
  struct Relation {
    AtomId first, second; // iterations; both or none
    bool less = false, equal = false, greater = false;
    bool isNever = false;       // there are no two such threads
    ScopeId entry;              // of the team, when it is not that of the accesses but one that started theirs
    std::vector<AtomId> common; // iterations of their own loops that are the same for both
  };
  Relation betweenThreads(ScopeId entryA, ScopeId entryB);
  Evaluator& evaluator(llvm::ArrayRef<ScopeId> entries, bool withCreator);

private:
  // The bytes that an access touches, with the thread's own loops gone through.
  struct Extent {
    Polynomial low, high;
  };
  // The same with one loop left, in whose rounds low and high move by `stride`.
  struct Strided {
    Extent bytes;
    Polynomial stride;
  };
  struct Touch {
    Base base;
    Extent bytes, rounds;
    std::vector<Strided> strided;
  };
  enum class Case { Less, Equal, Greater };

  bool areApart(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b);
  bool areApart(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b, Relation relation);
  bool areApartInTeam(ScopeId entry, const TeamRounds::Place& x, const TeamRounds::Place& y, ScopeId scopeA,
                      const SharedAccess& a, ScopeId scopeB, const SharedAccess& b);
  bool isStartersOwn(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b);
  bool areApartInTeam(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b);
  std::optional<Touch> touch(Evaluator& evaluator, ScopeId scope, const SharedAccess& access,
                             llvm::ArrayRef<AtomId> kept);
  std::optional<Polynomial> length(Evaluator& evaluator, ScopeId scope, const MemoryAccess& access);
  // The least or greatest value over all rounds of the origin's own loops.
  std::optional<Polynomial> extreme(Evaluator& evaluator, Polynomial p, bool isGreatest, OriginId origin,
                                    llvm::ArrayRef<AtomId> kept);
  Relation withCreator(ScopeId creator, const SharedAccess& access, ScopeId entry);
  std::optional<AtomId> joinedBefore(ScopeId scope, InstructionId at, const SharedAccess& access, ScopeId entry);
  bool isNotHandedOver(ScopeId entry, const Base& base, ScopeId scope, InstructionId at);

  bool areSeparate(Evaluator& evaluator, const Extent& a, const Extent& b, const Relation& relation);
  bool areSeparate(Evaluator& evaluator, const Extent& a, const Extent& b, const Relation& relation, Case which);
  bool interleave(Evaluator& evaluator, const Touch& a, const Touch& b, const Relation& relation);
  std::vector<Polynomial> facts(Evaluator& evaluator, const Relation& relation);
  bool areOfOthers(const Touch& a, const Touch& b);
  bool mentionsOthers(const Touch& touch, AtomId allowed);

  Writes writes_;
  Scopes s_;
  TeamRounds team_{s_};
  DistinctPointers distinct_{s_};
  std::map<std::pair<std::vector<ScopeId>, bool>, std::unique_ptr<Evaluator>> evaluators_;
  bool isTold(const SharedAccess& access); // where it is, as far as that can be seen without another to compare with
  using Key = std::tuple<OriginId, InstanceId, InstructionId, ValueId, AccessMode>;
  std::map<Key, std::optional<Number>> numbers_;
  std::vector<SharedAccess> accesses_;
  llvm::DenseMap<std::pair<Number, Number>, bool> known_;
};

} // namespace steward
