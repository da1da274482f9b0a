// Locks held and threads running, at marked points of small programs.
#include "ordered.h"

using namespace steward;

namespace {

constexpr const char* globals = R"(
type mutexes = array 80 of mutex count 2
type mutex = struct 40 { state : int @0 }
type handles = array 32 of long count 4
global @m : mutex
global @n : mutex
global @locks : mutexes
global @rw : mutex
global @flag : int
global @initialised : int
global @handle : long
global @other_handle : long
global @handles : handles
)";

std::string text(const std::string& body) {
  return globals + ("function @main(%c, %i) {\n" + body + "}\n") + R"(
function @worker(%argument) {
  opaque in_worker
  return
}
function @second_worker(%argument) {
  return
}
)";
}

} // namespace

TEST(Locks, HeldFromLockToUnlock) {
  Ordered o(text(R"(
  opaque before
  call @pthread_mutex_lock(&m)
  call @pthread_mutex_lock(&n)
  opaque both
  call @pthread_mutex_unlock(&m)
  opaque one
  call @pthread_mutex_unlock(&n)
  opaque after
  return
)"));
  EXPECT_EQ(o.locksAt("before"), Names());
  EXPECT_EQ(o.locksAt("both"), (Names{"m", "n"}));
  EXPECT_EQ(o.locksAt("one"), Names{"n"});
  EXPECT_EQ(o.locksAt("after"), Names());
}

TEST(Locks, NotHeldAfterAMergeWithAWayThatDoesNot) {
  Ordered o(text(R"(
  branch %c -> lock, out
lock:
  call @pthread_mutex_lock(&m)
  opaque held
  jump -> out
out:
  opaque merged
  return
)"));
  EXPECT_EQ(o.locksAt("held"), Names{"m"});
  EXPECT_EQ(o.locksAt("merged"), Names());
}

TEST(Locks, ElementsAtFixedIndicesAreDifferentLocks) {
  Ordered o(text(R"(
  %first = index &locks, 0, 40
  %second = index &locks, 1, 40
  %unknown = index &locks, %i, 40
  call @pthread_mutex_lock(%first)
  call @pthread_mutex_lock(%second)
  opaque both
  call @pthread_mutex_unlock(%second)
  opaque one
  call @pthread_mutex_lock(%unknown)
  opaque some
  call @pthread_mutex_unlock(%unknown)
  opaque none
  return
)"));
  EXPECT_EQ(o.locksAt("both"), (Names{"locks", "locks+40"}));
  EXPECT_EQ(o.locksAt("one"), Names{"locks"});
  EXPECT_EQ(o.locksAt("some"), (Names{"*unknown", "locks"}))
      << "an element that is not known is a lock of that element";
  EXPECT_EQ(o.locksAt("none"), Names()) << "but it may be the one that is released";
}

// Not one concrete lock, but the lock that this value points to: it protects what is reached through the same value.
TEST(Locks, OneOfTwoIsRelativeToItsPointer) {
  Ordered o(text(R"(
  %either = select %c, &m, &n
  call @pthread_mutex_lock(%either)
  opaque here
  call @pthread_mutex_unlock(&m)
  opaque after
  return
)"));
  EXPECT_EQ(o.locksAt("here"), Names{"*either"});
  EXPECT_EQ(o.locksAt("after"), Names()) << "it may have been m";
}

TEST(Locks, ALockOfEachObjectOfALoopIsForgottenInTheNextRound) {
  Ordered o(text(R"(
  jump -> loop
loop:
  opaque start
  %h = call @malloc(40)
  opaque fresh
  call @pthread_mutex_lock(%h)
  opaque here
  branch %c -> loop, out
out:
  return
)"));
  EXPECT_EQ(o.locksAt("here"), Names{"*h"});
  EXPECT_EQ(o.locksAt("fresh"), Names()) << "now %h is another object";
}

TEST(Locks, ReadersAreShared) {
  Ordered o(text(R"(
  call @pthread_rwlock_rdlock(&rw)
  opaque reading
  call @pthread_rwlock_unlock(&rw)
  call @pthread_rwlock_wrlock(&rw)
  opaque writing
  return
)"));
  EXPECT_EQ(o.locksAt("reading"), Names{"rw (shared)"});
  EXPECT_EQ(o.locksAt("writing"), Names{"rw"});
}

TEST(Locks, ATryHoldsWhereItsResultSaysSo) {
  Ordered o(text(R"(
  %r = call @pthread_mutex_trylock(&m)
  opaque undecided
  %failed = compare not_equal %r, 0
  branch %failed -> no, yes
yes:
  opaque held
  call @pthread_mutex_unlock(&m)
  jump -> out
no:
  opaque not_held
  jump -> out
out:
  opaque after
  return
)"));
  EXPECT_EQ(o.locksAt("undecided"), Names());
  EXPECT_EQ(o.locksAt("held"), Names{"m"});
  EXPECT_EQ(o.locksAt("not_held"), Names());
  EXPECT_EQ(o.locksAt("after"), Names());
}

TEST(Locks, FunctionsAreSeenInEachStateTheyAreEnteredIn) {
  Ordered o(text(R"(
  call @pthread_mutex_lock(&m)
  call @callee(&m)
  opaque kept
  call @release(&m)
  opaque released
  call @callee(&m)
  return
)") + R"(
function @callee(%unused) {
  opaque inside
  return
}
function @release(%lock) {
  call @pthread_mutex_unlock(%lock)
  return
})");
  EXPECT_EQ(o.locksAt("kept"), Names{"m"});
  EXPECT_EQ(o.locksAt("released"), Names());
  EXPECT_EQ(o.pointsAt("inside").size(), 2u);
  EXPECT_EQ(o.locksAt("inside"), Names());
}

TEST(Locks, RecursionEndsAndKeepsWhatAllWaysKeep) {
  Ordered o(text(R"(
  call @pthread_mutex_lock(&m)
  call @down(%c)
  opaque after
  return
)") + R"(
function @down(%c) {
  call @pthread_mutex_lock(&n)
  opaque inside
  call @pthread_mutex_unlock(&n)
  branch %c -> more, out
more:
  call @down(%c)
  jump -> out
out:
  return
})");
  EXPECT_EQ(o.locksAt("inside"), (Names{"m", "n"}));
  EXPECT_EQ(o.locksAt("after"), Names{"m"});
}

// A recursive lock that every level of a recursion takes again is forgotten: levels are counted up to a limit only.
TEST(Locks, RecursionUnderARecursiveLockKeepsTooLittle) {
  Ordered o(text("  call @down(%c)\n  opaque after\n  return\n") + R"(
function @down(%c) {
  call @pthread_mutex_lock(&m)
  branch %c -> more, out
more:
  call @down(%c)
  jump -> out
out:
  opaque inside
  call @pthread_mutex_unlock(&m)
  return
})");
  EXPECT_EQ(o.locksAt("inside"), Names());
  EXPECT_EQ(o.locksAt("after"), Names());
}

TEST(Once, TheInitialiserRunsAloneAndBeforeAllThatFollows) {
  Ordered o(text(" call @pthread_once(&flag, &initialise)\n opaque after\n return\n") + R"(
function @initialise() {
  opaque inside
  return
})");
  EXPECT_EQ(o.locksAt("inside"), Names{"flag"});
  EXPECT_EQ(o.locksAt("after"), Names{"flag (shared)"});
}

TEST(Control, WhatNeverReturnsLeadsNowhere) {
  Ordered o(text(" call @pthread_exit(null)\n opaque after\n return\n"));
  EXPECT_FALSE(o.isReached("after"));
}

TEST(Control, AHandlerIsEnteredInTheStateOfTheCallThatThrows) {
  Ordered o(text(R"(
  call @pthread_mutex_lock(&m)
  jump -> try
try:
  call @thrower(1)
  jump -> out handlers caught
out:
  opaque normal
  return
caught:
  %e = caught
  opaque handler
  return
)") + R"(
function @thrower(%fails) {
  call @pthread_mutex_unlock(&m)
  branch %fails -> bad, good
bad:
  throw
good:
  call @pthread_mutex_lock(&m)
  return
})");
  EXPECT_EQ(o.locksAt("normal"), Names{"m"});
  EXPECT_EQ(o.locksAt("handler"), Names());
}
