// Whether two addresses can really be in one object: asked for pairs of accesses that would be reported, and answered
// with calls and returns matched, which would be too dear for the whole program.
//
//   struct item *first(struct list *l) { return l->head; }
//   void *one(void *p) { first(p)->n++; }             // p: what main got from its first call of make_list
//   void *two(void *p) { first(p)->n++; }             // p: from its second
//
// The way from an address back to where its object was allocated, or to the variable it is, is a string of a language
// (CFL-reachability; Sridharan and Bodík, PLDI 2006; Späth's Boomerang, ECOOP 2016): what goes into a function by a
// call comes out by the same call, and what is loaded from an object was stored into that same object. The answer for
// an address and an abstract object is how the concrete ones may have been allocated: chains of calls. No chain at all,
// and the address never is in that object; no chain in common, and two addresses are in different ones.
//
// Where it starts and what it goes through:
//  - A value comes from its operands; a parameter from the arguments of the calls (only the one that was entered, when
//    there is one); a result from what the functions return.
//  - A load: which objects may the address be in, by which chains? Then from each store to them, when its own address
//  can
//    be in the same one, on to the stored value, in the calls that its address says.
//  - An allocation or a local variable is the end: its chain is that of the calls that were entered and not left. So is
//    the address of a global variable.
//  - A thread's entry is called by the fork. What is allocated by the thread that uses it, and gets there by calls and
//    returns and private memory alone, is the thread's own: no other one's own is the same.
// Everything that is not one of these ends with any chain: then the solution of the whole program stands. That solution
// also says which ways need not be followed, so the answer only ever removes.
//
// Loads and stores ask the same kind of question again, and lists ask in circles. So questions are kept in a table,
// each with the answers so far and with who waits for them, until nothing new comes up (tabulation): the least fixed
// point. One question may take so many steps, all together so many; what is not answered then is any chain.
#pragma once

#include "pointer/chains.h"
#include "pointer/flows.h"

#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <set>

namespace steward {

// How the concrete objects that an address is in may have come to be; equal ones have equal ids.
using RootsId = Id<struct RootsTag>;

class Refinement {
public:
  // `isPrivate` says of an object that only the thread that allocates it ever uses it. When no calls are kept, the
  // solution of the whole program is found again, or more: no roots are empty.
  // Questions are to be asked about so many objects.
  Refinement(const PointerAnalysis& pointers, std::function<bool(ObjectId)> isPrivate, size_t objects = 1,
             size_t calls = Chains::defaultLength)
      : pointers_(pointers), program_(pointers.program()), isPrivate_(std::move(isPrivate)), chains_(calls),
        maxFruitless_(std::clamp<size_t>(maxTotalSteps / std::max<size_t>(objects, 1), 1600, 20000)) {
    roots_.push_back({{Chains::any(), false}});
    rootIds_[roots_[0]] = anything();
  }

  static RootsId anything() { return RootsId(0); }
  // Whether there is something to gain by asking about it: false when it has been too much, or in vain.
  bool isWorthwhile(ObjectId object) const;
  // Of the address in the (whole) object.
  RootsId roots(InstanceId instance, ValueId address, ObjectId object);
  // Whether two addresses with these roots, in one abstract object and used by different threads, may be in one
  // concrete object.
  bool mayMeet(RootsId a, RootsId b);

  struct Statistics {
    size_t asked = 0, answered = 0, givenUp = 0, steps = 0;
    double seconds = 0;
  };
  const Statistics& statistics() const { return statistics_; }

private:
  static constexpr size_t maxTotalSteps = 200000, maxAnswers = 64;
  static constexpr int64_t anywhere = std::numeric_limits<int64_t>::min();
  // More are those of a pointer that walks along.
  static constexpr int64_t maxDistance = 1 << 16;

  struct Root {
    ChainId chain;
    bool isOwn;
    friend auto operator<=>(const Root&, const Root&) = default;
  };

  // May `value` of the instance, which was called by `chain`, be in the object?
  struct Question {
    InstanceId instance;
    ValueId value;
    ObjectId object;
    ChainId chain;
    bool isAnchored; // whoever asks wants to know by which calls
    bool isOwn;      // and whether it is the thread's own
    friend auto operator<=>(const Question&, const Question&) = default;
  };
  // Where a search is. The function was called by `chain`; the one that was asked about, by `start`. While the search
  // is anchored, both chains go on alike behind their ends.
  struct State {
    InstanceId instance;
    ValueId value;
    bool isMemory; // what lies where the value points, anywhere there
    ChainId chain, start;
    bool isAnchored, isOwn;
    int64_t distance; // how far behind this value the one lies that was asked about
    friend auto operator<=>(const State&, const State&) = default;
  };
  // It was allocated by `chain`, and the function that was asked about called by `start`; the value is `offset` bytes
  // behind the object's beginning.
  struct Answer {
    ChainId chain, start;
    bool isAnchored, isOwn;
    int64_t offset;
    friend auto operator<=>(const Answer&, const Answer&) = default;
  };
  // Who goes on with every answer: a load, that has asked about its address, or one that has found a writer and has
  // asked about the writer's address.
  struct Waiting {
    uint32_t search; // whose
    State state;     // of the load
    ValueId address; // of the load
    bool isWide;
    ObjectId holder; // that the address may be in
    std::optional<uint32_t> writer;
    Answer read = {}; // the load's, when there is a writer
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  struct Search {
    Question question;
    std::set<State> seen;
    std::set<Answer> known;
    std::vector<Answer> answers;
    std::vector<Waiting> waiting;
    std::set<Waiting> hasAsked;
    bool isOver = false; // it may be anything
  };
  struct Step {
    uint32_t search;
    State state;
  };
  struct Notice {
    Waiting waiting;
    Answer answer;
  };

  void prepare(ObjectId object);
  std::optional<std::vector<Root>> solve(const Question& question);
  uint32_t search(const Question& question);
  void ask(const Question& question, const Waiting& waiting);
  bool go(uint32_t search, const State& state); // false when the object is not there
  void answer(uint32_t search, const Answer& answer);
  void giveUp(uint32_t search, const State& state) {
    answer(search, {Chains::any(), state.start, false, false, anywhere});
  }

  bool has(uint32_t search, InstanceId instance, ValueId value) {
    return value && flows_->mayPointTo(instance, value, searches_[search].question.object);
  }
  void step(uint32_t search, const State& state);
  int64_t moved(int64_t distance, const Instruction& i) const;
  void parameter(uint32_t search, const State& state, uint32_t index);
  bool argument(uint32_t search, State next, const Caller& caller, uint32_t index);
  void result(uint32_t search, const State& state, InstructionId call);
  bool resultOf(uint32_t search, const State& state, InstructionId call, const Effect& effect);
  void variable(uint32_t search, const State& state);
  void allocation(uint32_t search, const State& state, InstructionId at);
  void load(uint32_t search, const State& state, ValueId address, bool isWide);
  void loadedFrom(const Notice& notice);
  void writtenBy(const Notice& notice);
  bool isInitially(ObjectId holder, ObjectId object) const;
  RootsId intern(std::vector<Root> roots);

  const PointerAnalysis& pointers_;
  const Program& program_;
  std::function<bool(ObjectId)> isPrivate_;
  std::optional<Flows> flows_; // made when the first question is asked
  Chains chains_;
  std::map<Question, uint32_t> searchIds_;
  std::deque<Search> searches_;
  std::deque<Step> steps_;
  std::deque<Notice> notices_;
  // An object that is in everybody's hands is not worth many more questions: so many steps in vain, one after another.
  // One question may take a quarter of them.
  size_t maxFruitless_;
  size_t stepsLeft_ = 0;
  // How many calls that led to a function are told apart when a search leaves it by its parameters: each multiplies
  // what there is to search. As many as a chain has, and few once that was too much for an object.
  size_t maxAssumed_ = 0;
  ObjectId lastObject_; // that was asked about
  std::map<std::tuple<InstanceId, ValueId, ObjectId>, RootsId> answers_;
  std::set<Question> over_;                    // that may be anything, from searches that were forgotten
  llvm::DenseMap<ObjectId, size_t> fruitless_; // steps
  std::map<std::vector<Root>, RootsId> rootIds_;
  std::vector<std::vector<Root>> roots_;
  llvm::DenseMap<std::pair<RootsId, RootsId>, bool> meetings_;
  Statistics statistics_;
};

} // namespace steward
