// Which threads may be running in handlers, and around the loops that call them.
#include "ordered.h"

using namespace steward;

namespace {

constexpr const char* library = R"(
type mutex = struct 40 { state : int @0 }
global @m : mutex
global @handle : long
function @worker(%argument) {
  opaque worker
  return
}
function @event_base_new(0)
function @event_new(5)
function @event_base_loop(2)
function @signal(2)
function @timer_create(3)
function @uv_run(2)
function @uv_queue_work(4)
)";

} // namespace

// A handler that starts a thread has been called before, as far as any handler of its loop knows.
TEST(OrderOfEvents, WhatOneHandlerStartsTheNextOneMeets) {
  Ordered o(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  %e = call @event_new(%base, 0, 0, &on_start, null)
  %f = call @event_new(%base, 0, 0, &on_other, null)
  opaque before
  %loop = call @event_base_loop(%base, 0)
  opaque after
  return
}
function @on_start(%fd, %what, %argument) {
  opaque starting
  call @pthread_create(&handle, null, &worker, null)
  return
}
function @on_other(%fd, %what, %argument) {
  opaque other
  return
})");
  EXPECT_EQ(o.runningAt("before"), Names());
  EXPECT_EQ(o.runningAt("other"), Names{"worker*"}) << "any number of times";
  EXPECT_EQ(o.runningAt("starting"), Names{"worker*"});
  EXPECT_EQ(o.runningAt("after"), Names{"worker*"});
}

TEST(OrderOfEvents, LocksHeldWhereTheLoopRunsAreHeldInHandlers) {
  Ordered o(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  %e = call @event_new(%base, 0, 0, &on_event, null)
  call @pthread_mutex_lock(&m)
  %loop = call @event_base_loop(%base, 0)
  opaque after
  return
}
function @on_event(%fd, %what, %argument) {
  opaque inside
  return
})");
  EXPECT_EQ(o.locksAt("inside"), Names{"m"});
  EXPECT_EQ(o.locksAt("after"), Names{"m"});
}

// Where the loop is nowhere to be seen, the handler runs some time later: without the locks, which stay where they
// were.
TEST(OrderOfEvents, LocksHeldWhereAHandlerIsRegisteredAreNot) {
  Ordered o(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  call @pthread_mutex_lock(&m)
  %e = call @event_new(%base, 0, 0, &on_event, null)
  opaque after
  return
}
function @on_event(%fd, %what, %argument) {
  opaque inside
  call @pthread_create(&handle, null, &worker, null)
  return
})");
  EXPECT_EQ(o.locksAt("inside"), Names());
  EXPECT_EQ(o.locksAt("after"), Names{"m"});
  EXPECT_EQ(o.runningAt("after"), Names{"worker"});
}

TEST(OrderOfEvents, SignalHandlersAndTimersNeverEnd) {
  Ordered o(std::string(library) + R"(
type sigevent = struct 64 { value : pointer @0, number : int @8, function : pointer @16 }
global @event : sigevent = {16: &on_tick}
function @main() {
  opaque before
  %s = call @signal(15, &on_term)
  opaque installed
  %t = call @timer_create(0, &event, null)
  opaque both
  return
}
function @on_term(%number) {
  return
}
function @on_tick(%value) {
  return
})");
  EXPECT_EQ(o.runningAt("before"), Names());
  EXPECT_EQ(o.runningAt("installed"), Names{"on_term"});
  EXPECT_EQ(o.runningAt("both"), (Names{"on_term", "on_tick*"}));
}

// The handler that follows some work runs when the work is over.
TEST(OrderOfEvents, AfterTheWork) {
  std::string text = std::string(library) + R"(
global @loop : long
global @request : long
function @main(%c) {
  %w = call @uv_queue_work(&loop, &request, &work, &after)
  opaque queued
  REPEAT
  %r = call @uv_run(&loop, 0)
  return
}
function @work(%request) {
  return
}
function @after(%request, %status) {
  opaque after
  return
})";
  auto with = [&](const std::string& more) {
    std::string copy = text;
    copy.replace(copy.find("REPEAT"), 6, more);
    return copy;
  };
  Ordered once(with(""));
  EXPECT_EQ(once.runningAt("queued"), Names{"work"});
  EXPECT_EQ(once.runningAt("after"), Names());
  Ordered twice(with("branch %c -> again, run\nagain:\n %v = call @uv_queue_work(&loop, &request, &work, &after)\n "
                     "jump -> run\nrun:"));
  EXPECT_EQ(twice.runningAt("after"), Names{"work"}) << "another request's";
}
