// What the program keeps to one lock without saying so: variables and members whose every access that may overlap
// another one is made under one and the same lock.
//
//   struct queue {                 pthread_mutex_lock(&q->lock);
//     pthread_mutex_t lock;        q->length++;                       length: guarded by lock
//     int length;                  pthread_mutex_unlock(&q->lock);
//   };
//
// One declaration stands for all objects that have the member, so all of them have to hold to it; and an access to a
// member of a member is one to both. A lock counts when the declaration can name it: a global variable or a part of
// one, or a member of the same struct, reached by the same object. Cost: accesses of an object times its declarations.
#pragma once

#include "race/detect.h"
#include "steward/race.h"

#include <map>
#include <set>

namespace steward {

class GuardFinder {
public:
  GuardFinder(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const OrderAnalysis& order,
              const Concurrency& concurrency)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), order_(order),
        concurrency_(concurrency) {}

  void add(ObjectId object, llvm::ArrayRef<RacingAccess> accesses); // as SeeOverlapping
  void list(Report& report) const;                                  // by place in the source

private:
  // Every module has its own copy of a type, and every instance of a template: its line and name tell a declaration.
  using Key = std::tuple<StringId, uint32_t, std::string>;
  struct Lock {
    bool isGlobal = false; // a member comes first
    std::string name;
    GlobalId global;
    friend auto operator<=>(const Lock&, const Lock&) = default;
  };
  struct Declaration {
    PositionId position;
    std::string name;
    FunctionId owner;                    // of a function's static variable
    std::optional<std::set<Lock>> locks; // held at all accesses so far
    std::set<InstructionId> instructions = {};
    std::set<OriginId> by = {};
    bool isWritten = false;
    std::set<std::vector<Key>> around = {}; // declarations that it is a part of, in different objects
  };
  // A declaration in an object: the bytes that it is there, and the struct that it is a member of.
  struct Part {
    Key key;
    Place place;
    TypeId structure;    // invalid of a variable
    uint64_t base = 0;   // where that starts
    bool isOnly = false; // it is the one of its type there, in no array
  };

  std::vector<Part> partsAt(const Place& place);
  Declaration& declare(const Key& key, PositionId position, std::string name, FunctionId owner);
  std::set<Lock> locksOf(const RacingAccess& access, const Part& part) const;
  std::optional<std::string> pathOfLock(TypeId type, uint64_t offset) const;
  bool isGuarded(const Declaration& declaration) const;
  const TypeField* memberAt(TypeId structure, uint64_t offset) const;
  SourceLocation location(PositionId id) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  const OrderAnalysis& order_;
  const Concurrency& concurrency_;
  std::map<Key, Declaration> declarations_;
};

} // namespace steward
