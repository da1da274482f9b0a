// Whether two marked points can be reached at once, and whether a lock keeps them apart.
#include "ordered.h"

#include "race/concurrency.h"

using namespace steward;

namespace {

class Points : public Ordered {
public:
  explicit Points(const std::string& text, llvm::StringRef context = "origin:1")
      : Ordered(text, context), concurrency_(origins, order) {}

  bool overlap(llvm::StringRef a, llvm::StringRef b) {
    return any(a, b, [&](PointId x, PointId y) { return concurrency_.mayOverlap(x, y); });
  }
  bool race(llvm::StringRef a, llvm::StringRef b) {
    return any(a, b, [&](PointId x, PointId y) { return concurrency_.mayRace(x, y); });
  }

private:
  template <typename Question>
  bool any(llvm::StringRef a, llvm::StringRef b, Question question) {
    EXPECT_TRUE(isReached(a) && isReached(b)) << a.str() << ", " << b.str();
    bool result = false;
    for (const Point& p : pointsAt(a))
      for (const Point& q : pointsAt(b)) {
        PointId x = concurrency_.point(p.origin, p.state, p.handed, {});
        PointId y = concurrency_.point(q.origin, q.state, q.handed, {});
        EXPECT_EQ(question(x, y), question(y, x)) << "the order of the two does not matter";
        result |= question(x, y);
      }
    return result;
  }
  Concurrency concurrency_;
};

std::string text(const std::string& body) {
  return R"(
type mutex = struct 40 { state : int @0 }
global @m : mutex
global @n : mutex
global @h : long
global @g : long
)" + ("function @main(%c) {\n" + body + "  return\n}\n") +
         R"(
function @worker(%a) {
  opaque worker
  return
}
function @second(%a) {
  opaque second
  return
}
function @parent(%a) {
  %t = allocate stack 8
  opaque parent_before
  call @pthread_create(%t, null, &worker, null)
  opaque parent_between
  %handle = load %t
  call @pthread_join(%handle, null)
  opaque parent_after
  return
}
)";
}

std::string fork(const std::string& entry, const std::string& handle = "&h") {
  return "  call @pthread_create(" + handle + ", null, &" + entry + ", null)\n";
}
std::string join(const std::string& name, const std::string& handle = "&h") {
  return "  %" + name + " = load " + handle + "\n  call @pthread_join(%" + name + ", null)\n";
}
std::string mark(const std::string& name) { return "  opaque " + name + "\n"; }

} // namespace

TEST(Concurrency, ACreatorAndItsThread) {
  Points p(text(mark("before") + fork("worker") + mark("between") + join("x") + mark("after")));
  EXPECT_FALSE(p.overlap("before", "worker"));
  EXPECT_TRUE(p.overlap("between", "worker"));
  EXPECT_FALSE(p.overlap("after", "worker"));
  EXPECT_FALSE(p.overlap("worker", "worker")) << "it runs once";
  EXPECT_FALSE(p.overlap("between", "between"));
}

TEST(Concurrency, Siblings) {
  Points together(text(fork("worker") + fork("second", "&g")));
  EXPECT_TRUE(together.overlap("worker", "second"));
  Points inTurn(text(fork("worker") + join("x") + fork("second", "&g")));
  EXPECT_FALSE(inTurn.overlap("worker", "second"));
  Points twice(text(fork("worker") + fork("worker", "&g")));
  EXPECT_TRUE(twice.overlap("worker", "worker")) << "two forks of one function";
  Points twiceInTurn(text(fork("worker") + join("x") + fork("worker", "&g")));
  EXPECT_FALSE(twiceInTurn.overlap("worker", "worker"));
}

TEST(Concurrency, AForkInALoopRunsBesideItself) {
  const std::string again = "  branch %c -> again, out\nout:\n";
  Points p(text("  jump -> again\nagain:\n" + mark("in_loop") + fork("worker") + again));
  EXPECT_TRUE(p.overlap("worker", "worker"));
  EXPECT_TRUE(p.overlap("in_loop", "worker")) << "of an earlier round";
  Points joined(text("  jump -> again\nagain:\n" + mark("in_loop") + fork("worker") + join("x") + again));
  EXPECT_FALSE(joined.overlap("worker", "worker"));
  EXPECT_FALSE(joined.overlap("in_loop", "worker"));
}

TEST(Concurrency, NestedThreads) {
  Points p(text(fork("parent") + mark("between") + join("x") + mark("after")));
  EXPECT_FALSE(p.overlap("parent_before", "worker"));
  EXPECT_TRUE(p.overlap("parent_between", "worker"));
  EXPECT_FALSE(p.overlap("parent_after", "worker"));
  EXPECT_TRUE(p.overlap("between", "worker")) << "the grandchild runs while its parent may";
  EXPECT_FALSE(p.overlap("after", "worker"));
}

TEST(Concurrency, ANieceAndAnAunt) {
  Points p(text(fork("parent") + fork("second", "&g")));
  EXPECT_TRUE(p.overlap("worker", "second"));
  Points inTurn(text(fork("parent") + join("x") + fork("second", "&g")));
  EXPECT_FALSE(inTurn.overlap("worker", "second"));
  EXPECT_FALSE(inTurn.overlap("parent_after", "second"));
}

TEST(Concurrency, AParentThatRunsTwiceHasTwoOfEachChild) {
  Points p(text(fork("parent") + fork("parent", "&g")), "none");
  EXPECT_TRUE(p.overlap("worker", "worker"));
  EXPECT_TRUE(p.overlap("parent_before", "worker")) << "the other parent's child";
}

TEST(Concurrency, AThreadThatForksItsOwnKind) {
  Points p(text(fork("chain")) + "function @chain(%a) {\n" + mark("chain") + fork("chain", "&g") + " return\n}\n");
  EXPECT_TRUE(p.overlap("chain", "chain"));
}

namespace {

// The worker's access under one lock, main's under another.
Points guarded(const std::string& ofMain, const std::string& ofThread) {
  return Points(text(fork("locking") + "  call " + ofMain + "\n" + mark("main")) + "function @locking(%a) {\n  call " +
                ofThread + "\n" + mark("thread") + "  return\n}\n");
}

} // namespace

TEST(Concurrency, LocksInCommon) {
  Points same = guarded("@pthread_mutex_lock(&m)", "@pthread_mutex_lock(&m)");
  EXPECT_TRUE(same.overlap("main", "thread"));
  EXPECT_FALSE(same.race("main", "thread"));
  EXPECT_TRUE(guarded("@pthread_mutex_lock(&m)", "@pthread_mutex_lock(&n)").race("main", "thread"));
  EXPECT_TRUE(guarded("@pthread_mutex_lock(&m)", "@pthread_mutex_unlock(&m)").race("main", "thread"))
      << "one side only";
}

TEST(Concurrency, ReadersDoNotExcludeEachOther) {
  EXPECT_TRUE(guarded("@pthread_rwlock_rdlock(&m)", "@pthread_rwlock_rdlock(&m)").race("main", "thread"));
  EXPECT_FALSE(guarded("@pthread_rwlock_wrlock(&m)", "@pthread_rwlock_rdlock(&m)").race("main", "thread"));
}

TEST(Concurrency, AWaitUnderATryIsNoLock) {
  EXPECT_TRUE(guarded("@pthread_mutex_lock(&m)", "@pthread_mutex_trylock(&m)").race("main", "thread"))
      << "nobody looked at the result";
}

namespace {

std::string withHandlers(const std::string& body) {
  return R"(
global @h : long
)" + ("function @main(%c) {\n" + body + "  return\n}\n") +
         R"(
function @on_user(%number) {
  opaque user
  return
}
function @on_term(%number) {
  opaque term
  return
}
function @worker(%a) {
  opaque worker
  return
}
function @signal(2)
)";
}

} // namespace

TEST(Concurrency, SignalHandlersRunFromTheirInstallationOn) {
  Points p(withHandlers(" opaque before\n call @signal(10, &on_user)\n opaque after\n call @signal(15, &on_term)\n"
                        " call @pthread_create(&h, null, &worker, null)\n"));
  EXPECT_FALSE(p.overlap("before", "user"));
  EXPECT_TRUE(p.overlap("after", "user"));
  EXPECT_FALSE(p.overlap("after", "term"));
  EXPECT_TRUE(p.overlap("user", "term")) << "two handlers interrupt each other";
  EXPECT_TRUE(p.overlap("worker", "user"));
  EXPECT_FALSE(p.overlap("user", "user")) << "one does not interrupt itself";
}

TEST(Concurrency, OneHandlerForTwoSignals) {
  Points p(withHandlers(" call @signal(10, &on_user)\n call @signal(12, &on_user)\n"));
  EXPECT_FALSE(p.overlap("user", "user"));
}
