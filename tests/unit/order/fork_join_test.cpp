// Which threads may be running where: forks, joins, and loops of them.
#include "ordered.h"

using namespace steward;

namespace {

std::string text(const std::string& body) {
  return R"(
type handles = array 32 of long count 4
global @handle : long
global @other_handle : long
global @handles : handles
global @count : int
function @main(%c, %n) {
)" + body +
         R"(
}
function @worker(%argument) {
  return
}
function @second(%argument) {
  return
}
)";
}

// for (i = start; i < bound; i++) create or join handles[i]
std::string loop(const std::string& name, const std::string& start, const std::string& bound, const std::string& body) {
  std::string i = "%i_" + name;
  return " jump -> enter_" + name + "\nenter_" + name + ":\n jump -> " + name + "\n" + name + ":\n " + i +
         " = phi enter_" + name + ": " + start + ", body_" + name + ": %next_" + name + "\n %t_" + name +
         " = compare less " + i + ", " + bound + "\n branch %t_" + name + " -> body_" + name + ", after_" + name +
         "\nbody_" + name + ":\n %e_" + name + " = index &handles, " + i + ", 8\n" + body + " %next_" + name +
         " = binary add " + i + ", 1\n jump -> " + name + "\nafter_" + name + ":\n";
}
std::string createLoop(const std::string& bound) {
  return loop("create", "0", bound, " call @pthread_create(%e_create, null, &worker, null)\n");
}
std::string joinLoop(const std::string& start, const std::string& bound) {
  return loop("join", start, bound, " %h = load %e_join\n call @pthread_join(%h, null)\n");
}
Names afterLoops(const std::string& loops) {
  return Ordered(text(loops + " opaque after\n return")).runningAt("after");
}

const char* create = " call @pthread_create(&handle, null, &worker, null)\n";
const char* join = " %h = load &handle\n call @pthread_join(%h, null)\n";

} // namespace

TEST(ForkJoin, FromForkToJoin) {
  Ordered o(text(std::string(" opaque before\n") + create + " opaque between\n" + join + " opaque after\n return"));
  EXPECT_EQ(o.runningAt("before"), Names());
  EXPECT_EQ(o.runningAt("between"), Names{"worker"});
  EXPECT_EQ(o.runningAt("after"), Names());
}

TEST(ForkJoin, JoinedOnOneWayOnly) {
  Ordered o(text(std::string(create) + " branch %c -> wait, out\nwait:\n" + join +
                 " jump -> out\nout:\n opaque after\n return"));
  EXPECT_EQ(o.runningAt("after"), Names{"worker"});
}

TEST(ForkJoin, AnotherThreadsHandle) {
  Ordered o(text(std::string(create) + " call @pthread_create(&other_handle, null, &second, null)\n" + join +
                 " opaque after\n return"));
  EXPECT_EQ(o.runningAt("after"), Names{"second"});
}

TEST(ForkJoin, AnOverwrittenHandleDenotesTheLastThread) {
  Ordered o(text(std::string(create) + " call @pthread_create(&handle, null, &second, null)\n" + join +
                 " opaque after\n return"));
  EXPECT_EQ(o.runningAt("after"), Names{"worker"});
}

TEST(ForkJoin, AnAssignedHandleIsNotTheOldOne) {
  const std::string both = std::string(create) + " call @pthread_create(&other_handle, null, &second, null)\n";
  const std::string assign = " %o = load &other_handle\n store &handle, %o\n";
  Ordered o(text(both + assign + join + " opaque after\n return"));
  EXPECT_TRUE(o.runningAt("after").count("worker"));
  Ordered inCallee(text(both + " call @assign()\n" + join + " opaque after\n return") + "function @assign() {\n" +
                   assign + " return\n}\n");
  EXPECT_TRUE(inCallee.runningAt("after").count("worker")) << "in a function that does nothing else";
}

TEST(ForkJoin, AForkInALoopMayRunManyTimes) {
  Ordered o(text(std::string(" jump -> again\nagain:\n opaque in_loop\n") + create +
                 " branch %c -> again, out\nout:\n" + join + " opaque after\n return"));
  EXPECT_EQ(o.runningAt("in_loop"), Names{"worker*"}) << "an access in the loop is not before the fork";
  EXPECT_EQ(o.runningAt("after"), Names{"worker*"}) << "one join of many";
}

TEST(ForkJoin, OneAfterTheOther) {
  Ordered o(text(std::string(" jump -> again\nagain:\n opaque in_loop\n") + create + join +
                 " branch %c -> again, out\nout:\n opaque after\n return"));
  EXPECT_EQ(o.runningAt("in_loop"), Names());
  EXPECT_EQ(o.runningAt("after"), Names());
}

TEST(ForkJoin, ForkAndJoinInCallees) {
  Ordered o(text(" call @start()\n opaque between\n call @stop()\n opaque after\n return") + "function @start() {\n" +
            create + " return\n}\nfunction @stop() {\n" + join + " return\n}\n");
  EXPECT_EQ(o.runningAt("between"), Names{"worker"});
  EXPECT_EQ(o.runningAt("after"), Names());
}

TEST(ForkJoin, WhatAThreadLeavesRunningOutlivesItsJoin) {
  Ordered o(
      text(" call @pthread_create(&handle, null, &parent, null)\n" + std::string(join) + " opaque after\n return") +
      "function @parent(%a) {\n call @pthread_create(&other_handle, null, &worker, null)\n return\n}\n");
  EXPECT_EQ(o.runningAt("after"), Names{"worker"});
}

TEST(ForkJoin, AThreadThatJoinsItsOwnLeavesNothing) {
  Ordered o(
      text(" call @pthread_create(&handle, null, &parent, null)\n" + std::string(join) + " opaque after\n return") +
      "function @parent(%a) {\n %t = allocate stack 8\n call @pthread_create(%t, null, &worker, null)\n"
      " %h = load %t\n call @pthread_join(%h, null)\n return\n}\n");
  EXPECT_EQ(o.runningAt("after"), Names());
}

TEST(CountedLoops, ALoopOfJoinsEndsALoopOfForks) {
  EXPECT_EQ(afterLoops(createLoop("4")), Names{"worker*"});
  EXPECT_EQ(afterLoops(createLoop("4") + joinLoop("0", "4")), Names());
  EXPECT_EQ(afterLoops(createLoop("%n") + joinLoop("0", "%n")), Names()) << "the same bound, whatever it is";
}

TEST(CountedLoops, FewerJoinsThanForks) {
  EXPECT_EQ(afterLoops(createLoop("4") + joinLoop("0", "3")), Names{"worker*"});
  EXPECT_EQ(afterLoops(createLoop("4") + joinLoop("1", "4")), Names{"worker*"}) << "not the first";
  EXPECT_EQ(afterLoops(createLoop("4") + joinLoop("0", "%n")), Names{"worker*"});
  EXPECT_EQ(afterLoops(createLoop("3") + joinLoop("0", "4")), Names()) << "more joins than forks";
}

TEST(CountedLoops, AHandleAtAFixedIndex) {
  const std::string third = " %t = index &handles, 2, 8\n call @pthread_create(%t, null, &worker, null)\n";
  EXPECT_EQ(afterLoops(third + joinLoop("0", "4")), Names());
  // Another one may be what is in the first two elements.
  const std::string first = " call @pthread_create(&handles, null, &worker, null)\n";
  EXPECT_EQ(afterLoops(first + third + joinLoop("0", "2")), Names{"worker"});
}

TEST(CountedLoops, AJoinThatARoundMaySkip) {
  std::string body = " %h = load %e_join\n branch %c -> wait, skip\nwait:\n call @pthread_join(%h, null)\n"
                     " jump -> skip\nskip:\n";
  std::string loops = createLoop("4") + loop("join", "0", "4", body);
  // The round now ends in the block `skip`.
  size_t at = loops.find("body_join: %next_join");
  loops.replace(at, 9, "skip");
  EXPECT_EQ(afterLoops(loops), Names{"worker*"});
}

TEST(ExactAddress, OnePlaceOfOneObject) {
  Ordered o(R"(
type mutex = struct 40 { state : int @0 }
type mutexes = array 80 of mutex count 2
type queue = struct 48 { length : long @0, lock : mutex @8 }
global @locks : mutexes
global @queue : queue
global @other : queue
function @main(%c, %i) {
  %fixed = index &locks, 1, 40
  %unknown = index &locks, %i, 40
  %member = field &queue, 8 of queue
  %copy = copy %member
  %which = select %c, &queue, &other
  %either = field %which, 8 of queue
  %stack = allocate stack 48 of queue
  %part = field %stack, 8 of queue
  %before = field &queue, -8
  return
})");
  InstanceId main = o.instances("main")[0];
  auto exact = [&](const char* local) -> std::string {
    auto address = exactAddress(o.pointers, main, o.local("main", local));
    return address ? o.nameOf(address->object) + "+" + std::to_string(address->offset) : "";
  };
  EXPECT_EQ(exact("fixed"), "locks+40");
  EXPECT_EQ(exact("unknown"), "");
  EXPECT_EQ(exact("member"), "queue+8");
  EXPECT_EQ(exact("copy"), "queue+8");
  EXPECT_EQ(exact("either"), "");
  EXPECT_EQ(exact("part"), "main.stack+8");
  EXPECT_EQ(exact("before"), "");
}
