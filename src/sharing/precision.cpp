#include "sharing/precision.h"

#include <map>

namespace steward {

namespace {

// How many sites see how many.
class Histogram {
public:
  void add(uint32_t seen) { ++sites_[seen]; }

  Distribution distribution() const {
    Distribution d;
    uint64_t sum = 0;
    for (auto [seen, sites] : sites_) {
      (seen ? d.sites : d.empty) += sites;
      sum += seen * sites;
      d.max = seen; // the last is the largest
    }
    if (!d.sites) return d;
    d.mean = static_cast<double>(sum) / static_cast<double>(d.sites);
    uint64_t upTo = 0;
    for (auto [seen, sites] : sites_) {
      if (!seen) continue;
      upTo += sites;
      if (upTo * 10 < d.sites * 9) continue;
      d.p90 = seen;
      break;
    }
    return d;
  }

private:
  std::map<uint32_t, uint64_t> sites_;
};

// Collects sites of instances, and what they come to for the instructions.
class Sites {
public:
  // `seen` in the numbering of this instance; `named` is the same with contexts dropped, a set of `names`.
  void add(InstructionId instruction, ValueId pointer, uint32_t seen, SetId named) {
    instances_.add(seen);
    auto [it, isNew] = instructions_.try_emplace({instruction.index, pointer.bits()}, named);
    if (!isNew) it->second = names.unite(it->second, named);
  }

  Precision precision() const {
    Histogram histogram;
    for (auto [site, named] : instructions_) histogram.add(names.count(named));
    return {instances_.distribution(), histogram.distribution()};
  }

  SetPool names;

private:
  Histogram instances_;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, SetId> instructions_;
};

// Numbers the variables and allocations of the program.
class Allocations {
public:
  uint32_t number(const Object& object) {
    auto id = static_cast<uint32_t>(numbers_.size());
    return numbers_.try_emplace({static_cast<uint8_t>(object.kind), object.site}, id).first->second;
  }
  size_t size() const { return numbers_.size(); }

private:
  llvm::DenseMap<std::pair<uint8_t, uint32_t>, uint32_t> numbers_;
};

class Dereferences {
public:
  explicit Dereferences(const PointerAnalysis& pointers) : pointers_(pointers) {}

  void add(InstanceId instance, InstructionId instruction, ValueId pointer) {
    Seen seen = look(pointers_.pointsTo(instance, pointer));
    sites_.add(instruction, pointer, seen.objects, seen.named);
  }

  Precision precision() const { return sites_.precision(); }

private:
  struct Seen {
    uint32_t objects = 0;
    SetId named = emptySet;
  };

  // Few of the sets are different, and equal ones are in one place.
  Seen look(llvm::ArrayRef<LocationId> places) {
    if (places.empty()) return {};
    auto [it, isNew] = seen_.try_emplace(places.data());
    if (!isNew) return it->second;
    objects_.clear();
    numbers_.clear();
    for (LocationId place : places) objects_.push_back(pointers_.objects()[place].object);
    llvm::sort(objects_);
    objects_.erase(llvm::unique(objects_), objects_.end());
    for (ObjectId object : objects_) numbers_.push_back(allocations_.number(pointers_.objects()[object]));
    llvm::sort(numbers_);
    numbers_.erase(llvm::unique(numbers_), numbers_.end());
    return it->second = {static_cast<uint32_t>(objects_.size()), sites_.names.intern(numbers_)};
  }

  const PointerAnalysis& pointers_;
  Allocations allocations_;
  Sites sites_;
  llvm::DenseMap<const LocationId*, Seen> seen_;
  std::vector<ObjectId> objects_; // scratch
  std::vector<uint32_t> numbers_;
};

} // namespace

// Calls `visit(instance, instruction)` for everything that is analysed.
template <typename Visit>
static void forEachInstruction(const PointerAnalysis& pointers, Visit visit) {
  const Program& program = pointers.program();
  for (uint32_t n = 0; n < pointers.instances().size(); ++n)
    for (BlockId b : program.blocksOf(pointers.functionOf(InstanceId(n))))
      for (InstructionId i : program.instructionsOf(program.blocks[b])) visit(InstanceId(n), i);
}

Precision dereferences(const PointerAnalysis& pointers) {
  Dereferences all(pointers);
  forEachInstruction(pointers, [&](InstanceId instance, InstructionId i) {
    llvm::SmallVector<ValueId, 2> through; // a call may read and write by the same pointer
    for (const MemoryAccess& access : accessesOf(pointers, instance, i))
      if (!llvm::is_contained(through, access.pointer)) through.push_back(access.pointer);
    for (ValueId pointer : through) all.add(instance, i, pointer);
  });
  return all.precision();
}

Precision sharedDereferences(const PointerAnalysis& pointers, const Sharing& sharing) {
  Dereferences shared(pointers);
  llvm::DenseSet<std::tuple<uint32_t, uint32_t, uint32_t>> done; // by several origins, or to several objects
  for (const SharedObject& object : sharing.objects())
    for (const SharedAccess& a : object.accesses)
      if (done.insert({a.instance.index, a.access.instruction.index, a.access.pointer.bits()}).second)
        shared.add(a.instance, a.access.instruction, a.access.pointer);
  return shared.precision();
}

Precision indirectCalls(const PointerAnalysis& pointers) {
  const Program& program = pointers.program();
  Sites calls;
  llvm::DenseMap<const CallModel*, uint32_t> models; // numbered behind the functions
  std::vector<uint32_t> targets;
  forEachInstruction(pointers, [&](InstanceId instance, InstructionId i) {
    Opcode opcode = program.instructions[i].opcode;
    if (opcode != Opcode::CallIndirect && opcode != Opcode::CallVirtual) return;
    targets.clear();
    for (InstanceId callee : pointers.callees({instance, i}))
      targets.push_back(pointers.instances()[callee].function.index);
    for (const CallModel* model : pointers.modelsAt({instance, i}))
      targets.push_back(
          models.try_emplace(model, static_cast<uint32_t>(program.functions.size() + models.size())).first->second);
    llvm::sort(targets);
    targets.erase(llvm::unique(targets), targets.end());
    calls.add(i, {}, static_cast<uint32_t>(targets.size()), calls.names.intern(targets));
  });
  return calls.precision();
}

size_t sharedAllocations(const PointerAnalysis& pointers, const Sharing& sharing) {
  Allocations allocations;
  for (const SharedObject& object : sharing.objects()) allocations.number(pointers.objects()[object.object]);
  return allocations.size();
}

} // namespace steward
