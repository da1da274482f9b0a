// Which objects leave their thread, which threads there are, and which bytes meet.
#include "analysed.h"

#include "sharing/sharing.h"

using namespace steward;

namespace {

class Shared : public Analysed {
public:
  explicit Shared(const std::string& text, llvm::StringRef context = "origin:1")
      : Analysed(text, context), reach(pointers), origins(pointers, reach), sharing(pointers, reach, origins) {}

  const Reach reach;
  const Origins origins;
  const Sharing sharing;

  bool escapes(llvm::StringRef name) const {
    auto found = objectsNamed(name);
    EXPECT_FALSE(found.empty()) << name.str();
    return llvm::any_of(found, [&](ObjectId id) { return sharing.escapes(id); });
  }
  Names sharedObjects() const {
    Names names;
    for (const SharedObject& o : sharing.objects()) names.insert(nameOf(o.object));
    return names;
  }
  // "main > parent > worker" for every origin.
  Names lines() const {
    Names result;
    for (uint32_t n = 0; n < origins.size(); ++n) {
      std::string line;
      for (OriginId o(n); o.valid(); o = origins[o].parent)
        line = program.text(pointers.functionOf(origins[o].entry).name).str() + (line.empty() ? "" : " > " + line);
      result.insert(line);
    }
    return result;
  }
};

} // namespace

TEST(Escape, WhatIsHandedToAThread) {
  Shared s(R"(
global @handle : long
function @main() {
  %given = allocate stack 8
  %kept = allocate stack 8
  %behind = call @malloc(8)
  store %given, %behind
  store %kept, 1
  call @pthread_create(&handle, null, &worker, %given)
  return
}
function @worker(%argument) {
  %own = call @malloc(8)
  store %own, 1
  return
})");
  EXPECT_TRUE(s.escapes("main.given"));
  EXPECT_TRUE(s.escapes("main.behind")) << "through what was handed over";
  EXPECT_FALSE(s.escapes("main.kept"));
  EXPECT_FALSE(s.escapes("worker.own")) << "every thread has its own";
}

TEST(Escape, ThroughGlobalsAndNotThroughUnknownFunctions) {
  Shared s(R"(
global @published : pointer
global @mine : pointer thread_local
function @mystery(1)
function @main() {
  %a = call @malloc(8)
  store &published, %a
  %b = call @malloc(8)
  store &mine, %b
  %c = call @malloc(8)
  call @mystery(%c)
  return
})");
  EXPECT_TRUE(s.escapes("main.a"));
  EXPECT_FALSE(s.escapes("main.b")) << "a thread-local variable shares nothing";
  EXPECT_FALSE(s.escapes("main.c")) << "unknown code is assumed to keep nothing";
}

TEST(SharedObjects, AreWrittenAndReachedByTwo) {
  Shared s(R"(
global @handle : long
global @written : long
global @only_read : long
global @by_main : long
global @by_thread : long
global @fixed : long constant
function @main() {
  call @pthread_create(&handle, null, &worker, null)
  store &written, 1
  store &by_main, 1
  %r = load &only_read
  %f = load &fixed
  return
}
function @worker(%argument) {
  %w = load &written
  %r = load &only_read
  %f = load &fixed
  store &by_thread, 1
  return
})");
  // One thread alone with a variable stays in: it may turn out to run twice.
  EXPECT_EQ(s.sharedObjects(), (Names{"by_thread", "written"}));
}

TEST(Origins, ATreeOfForks) {
  Shared s(R"(
global @handle : long
function @main() {
  call @pthread_create(&handle, null, &parent, null)
  call @pthread_create(&handle, null, &worker, null)
  return
}
function @parent(%a) {
  call @helper()
  return
}
function @helper() {
  call @pthread_create(&handle, null, &worker, null)
  return
}
function @worker(%a) {
  return
})");
  EXPECT_EQ(s.lines(), (Names{"main", "main > parent", "main > worker", "main > parent > worker"}));
  EXPECT_EQ(s.origins[Origins::main()].kind, OriginKind::Main);
  EXPECT_EQ(s.origins.describe(Origins::main()), "main");
  EXPECT_EQ(s.origins.describe(OriginId(1)), "thread parent");
  EXPECT_TRUE(s.origins.isAncestor(Origins::main(), OriginId(3)));
  EXPECT_FALSE(s.origins.isAncestor(OriginId(3), Origins::main()));
}

TEST(Origins, AThreadThatForksItsOwnKind) {
  Shared s(R"(
global @handle : long
function @main() {
  call @pthread_create(&handle, null, &worker, null)
  return
}
function @worker(%a) {
  call @pthread_create(&handle, null, &worker, null)
  return
})",
           "none");
  ASSERT_EQ(s.origins.size(), 2u);
  EXPECT_TRUE(s.origins[OriginId(1)].isRecursive);
  EXPECT_FALSE(s.origins[Origins::main()].isRecursive);
  EXPECT_EQ(s.origins.forkCount(), 2u);
}

TEST(Origins, MutualRecursionEnds) {
  Shared s(R"(
global @handle : long
function @main() {
  call @pthread_create(&handle, null, &ping, null)
  return
}
function @ping(%a) {
  call @pthread_create(&handle, null, &pong, null)
  return
}
function @pong(%a) {
  call @pthread_create(&handle, null, &ping, null)
  return
})");
  EXPECT_GE(s.origins.size(), 3u);
  EXPECT_LE(s.origins.size(), 8u);
  bool someRecursive = false;
  for (uint32_t n = 0; n < s.origins.size(); ++n) someRecursive |= s.origins[OriginId(n)].isRecursive;
  EXPECT_TRUE(someRecursive);
}

TEST(Reach, WhatRunsOnce) {
  Shared s(R"(
function @main(%c) {
  call @once()
  call @twice()
  call @twice()
  jump -> again
again:
  call @looped()
  %in_loop = call @malloc(8)
  branch %c -> again, out
out:
  call @down(%c)
  %single = call @malloc(8)
  return
}
function @once() {
  return
}
function @twice() {
  return
}
function @looped() {
  return
}
function @down(%c) {
  call @down(%c)
  return
})");
  auto once = [&](const char* f) { return s.reach.runsOnce(s.instances(f)[0]); };
  EXPECT_TRUE(once("main") && once("once"));
  EXPECT_FALSE(once("twice") || once("looped") || once("down"));
  EXPECT_TRUE(s.reach.recurs(s.instances("down")[0]));
  EXPECT_FALSE(s.reach.recurs(s.instances("twice")[0]));
  EXPECT_TRUE(s.reach.isSingle(s.objectsNamed("main.single")[0]));
  EXPECT_FALSE(s.reach.isSingle(s.objectsNamed("main.in_loop")[0]));
}

namespace {

Place bytes(uint64_t offset, uint64_t count, uint32_t object = 0) {
  return {{ObjectId(object), offset}, count, {}, 0, false, {}};
}
Place used(uint64_t offset, uint64_t count, StringId structure) {
  return {{ObjectId(0), offset}, count, structure, 0, true, {}};
}

} // namespace

TEST(Overlap, Bytes) {
  auto meet = [](const Place& a, const Place& b) {
    EXPECT_EQ(overlap(a, b), overlap(b, a));
    return overlap(a, b);
  };
  EXPECT_TRUE(meet(bytes(0, 8), bytes(0, 4)));
  EXPECT_TRUE(meet(bytes(0, 8), bytes(7, 1)));
  EXPECT_FALSE(meet(bytes(0, 8), bytes(8, 8))) << "neighbours";
  EXPECT_FALSE(meet(bytes(0, 8), bytes(0, 8, 1))) << "another object";
  EXPECT_TRUE(meet(bytes(0, Location::any), bytes(100, 1))) << "as far as the object goes";
  EXPECT_FALSE(meet(bytes(8, Location::any), bytes(0, 8))) << "but not before it";
  EXPECT_TRUE(meet(bytes(Location::any, 1), bytes(100, 1))) << "anywhere";
  EXPECT_TRUE(meet(bytes(Location::any, Location::any), bytes(Location::any, 1)));
}

TEST(Overlap, MemoryOfUnknownType) {
  StringId node(1), item(2), unknown;
  EXPECT_FALSE(overlap(used(0, 8, node), used(0, 8, item))) << "strict aliasing";
  EXPECT_TRUE(overlap(used(0, 8, node), used(0, 8, node)));
  EXPECT_FALSE(overlap(used(0, 8, node), used(8, 8, node)));
  EXPECT_TRUE(overlap(used(0, 8, node), used(8, 8, unknown))) << "what is used as nothing known may be anything";
  EXPECT_TRUE(overlap(used(0, 8, unknown), used(0, 8, node)));
}

namespace {

constexpr const char* events = R"(
global @handle : long
function @event_base_new(0)
function @event_new(5)
function @event_base_loop(2)
function @atexit(1)
function @signal(2)
)";

} // namespace

// What a handler is given is reachable from the loop that it belongs to, though no pointer of the program is stored
// there.
TEST(Escape, WhatAHandlerOfASharedLoopIsGiven) {
  Shared s(std::string(events) + R"(
function @main() {
  %base = call @event_base_new()
  %given = call @malloc(8)
  %kept = call @malloc(8)
  store %kept, 1, 4
  %e = call @event_new(%base, 0, 0, &on_event, %given)
  call @pthread_create(&handle, null, &run, %base)
  return
}
function @run(%b) {
  %loop = call @event_base_loop(%b, 0)
  return
}
function @on_event(%fd, %what, %argument) {
  return
})");
  EXPECT_TRUE(s.escapes("main.given"));
  EXPECT_FALSE(s.escapes("main.kept"));
}

TEST(Origins, KindsAndNames) {
  Shared s(std::string(events) + R"(
function @main() {
  call @signal(15, &on_term)
  call @signal(11, &on_crash)
  %base = call @event_base_new()
  %e = call @event_new(%base, 0, 0, &on_event, null)
  call @pthread_create(&handle, null, &run, %base)
  return
}
function @on_term(%number) {
  return
}
function @on_crash(%number) {
  return
}
function @run(%b) {
  %loop = call @event_base_loop(%b, 0)
  return
}
function @on_event(%fd, %what, %argument) {
  return
})");
  Names names;
  for (uint32_t n = 0; n < s.origins.size(); ++n)
    names.insert(s.origins.describe(OriginId(n)) + (s.origins[OriginId(n)].isFault ? ", of faults" : ""));
  EXPECT_EQ(names, (Names{"main", "signal handler on_term", "signal handler on_crash, of faults", "thread run"}));
  auto handlers = s.origins.handlers();
  ASSERT_EQ(handlers.size(), 1u);
  EXPECT_EQ(s.origins.describe(handlers[0]), "event handler on_event (loop run by thread run)");
  EXPECT_EQ(s.origins.describe(handlers[0].on), "thread run");
}

// The number of a signal is known through a function that installs what it is given.
TEST(Origins, SignalNumbersThroughAWrapper) {
  Shared s(std::string(events) + R"(
function @main() {
  call @install(11, &on_crash)
  call @install(15, &on_term)
  return
}
function @install(%number, %handler) {
  call @signal(%number, %handler)
  return
}
function @on_term(%number) {
  return
}
function @on_crash(%number) {
  return
})");
  Names faults;
  for (uint32_t n = 0; n < s.origins.size(); ++n)
    if (s.origins[OriginId(n)].isFault) faults.insert(s.origins.describe(OriginId(n)));
  EXPECT_EQ(faults, Names{"signal handler on_crash"});
}
