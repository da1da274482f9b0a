// Which handlers a loop calls, and with what: register, attach, dispatch, the current loop, and loops that are not
// there.
#include "analysed.h"

using namespace steward;

namespace {

constexpr const char* library = R"(
global @x : long
global @y : long
global @event : long
global @other_event : long
function @on_x(%fd, %what, %argument) {
  return
}
function @on_y(%fd, %what, %argument) {
  return
}
function @event_base_new(0)
function @event_init(0)
function @event_new(5)
function @event_set(5)
function @event_base_set(2)
function @event_get_base(1)
function @event_base_once(6)
function @event_base_loop(2)
function @event_dispatch(0)
function @sigaction(3)
function @signal(2)
function @timer_create(3)
function @uv_timer_init(2)
)";

// The handlers that the call with this result may call: "on_x(x)".
Names handlers(const Analysed& a, llvm::StringRef function, llvm::StringRef result) {
  Names names;
  for (InstanceId instance : a.instances(function))
    for (const HandlerTarget& h : a.pointers.handlers({instance, a.definition(function, result)})) {
      std::string name = a.program.text(a.pointers.functionOf(h.entry).name).str();
      std::string given;
      for (LocationId place : a.placesIn(h.entry, "argument")) given += (given.empty() ? "" : ",") + a.nameOf(place);
      names.insert(name + "(" + given + ")");
    }
  return names;
}

Names forks(const Analysed& a, llvm::StringRef function, llvm::StringRef result) {
  Names names;
  for (InstanceId instance : a.instances(function))
    for (const ForkTarget& f : a.pointers.forks({instance, a.definition(function, result)}))
      names.insert(a.program.text(a.pointers.functionOf(f.entry).name).str());
  return names;
}

} // namespace

TEST(PointerEvents, ALoopCallsTheHandlersOfItsEvents) {
  Analysed a(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  %e = call @event_new(%base, 0, 0, &on_x, &x)
  call @event_base_once(%base, 0, 0, &on_y, &y, null)
  %loop = call @event_base_loop(%base, 0)
  return
})");
  EXPECT_EQ(handlers(a, "main", "loop"), (Names{"on_x(x)", "on_y(y)"}));
  EXPECT_EQ(a.callees("main", "loop"), (Names{"on_x", "on_y"}));
  EXPECT_EQ(handlers(a, "main", "e"), Names()) << "they are not called where they are registered";
}

TEST(PointerEvents, LoopsKeepTheirHandlersApart) {
  Analysed a(std::string(library) + R"(
function @main() {
  %first = call @event_base_new()
  %second = call @event_base_new()
  %e = call @event_new(%first, 0, 0, &on_x, &x)
  %f = call @event_new(%second, 0, 0, &on_y, &y)
  %one = call @event_base_loop(%first, 0)
  %two = call @event_base_loop(%second, 0)
  return
})");
  EXPECT_EQ(handlers(a, "main", "one"), Names{"on_x(x)"});
  EXPECT_EQ(handlers(a, "main", "two"), Names{"on_y(y)"});
}

// An event that gets a loop has it for handlers that were registered before, and for those that come later.
TEST(PointerEvents, AnEventIsAttachedToALoop) {
  Analysed a(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  call @event_set(&event, 0, 0, &on_x, &x)
  call @event_base_set(%base, &event)
  call @event_set(&event, 0, 0, &on_y, &y)
  %loop = call @event_base_loop(%base, 0)
  %back = call @event_get_base(&event)
  %nothing = call @event_get_base(&other_event)
  return
})");
  EXPECT_EQ(handlers(a, "main", "loop"), (Names{"on_x(x)", "on_y(y)"}));
  EXPECT_EQ(a.pointsTo("back"), Names{"main.base"});
  EXPECT_EQ(a.pointsTo("nothing"), Names());
}

TEST(PointerEvents, EventsInMembersAreApart) {
  Analysed a(std::string(library) + R"(
type inner = struct 16 { a : long @0, b : long @8 }
type connection = struct 32 { reading : inner @0, writing : inner @16 }
global @c : connection
function @main() {
  %here = call @event_base_new()
  %there = call @event_base_new()
  %r = field &c, 0 of connection
  %w = field &c, 16 of connection
  call @event_set(%r, 0, 0, &on_x, &x)
  call @event_set(%w, 0, 0, &on_y, &y)
  call @event_base_set(%here, %r)
  call @event_base_set(%there, %w)
  %one = call @event_base_loop(%here, 0)
  %two = call @event_base_loop(%there, 0)
  return
})");
  EXPECT_EQ(handlers(a, "main", "one"), Names{"on_x(x)"});
  EXPECT_EQ(handlers(a, "main", "two"), Names{"on_y(y)"});
}

// What belongs to no loop belongs to the current one; what belongs to another does not.
TEST(PointerEvents, TheCurrentLoop) {
  Analysed a(std::string(library) + R"(
function @main() {
  %current = call @event_init()
  %own = call @event_base_new()
  call @event_set(&event, 0, 0, &on_x, &x)
  call @event_set(&other_event, 0, 0, &on_y, &y)
  call @event_base_set(%own, &other_event)
  %unnamed = call @event_dispatch()
  %named = call @event_base_loop(%current, 0)
  %null = call @event_base_loop(null, 0)
  %other = call @event_base_loop(%own, 0)
  return
})");
  EXPECT_EQ(handlers(a, "main", "unnamed"), Names{"on_x(x)"});
  EXPECT_EQ(handlers(a, "main", "named"), Names{"on_x(x)"});
  EXPECT_EQ(handlers(a, "main", "null"), Names{"on_x(x)"});
  EXPECT_EQ(handlers(a, "main", "other"), Names{"on_y(y)"});
}

TEST(PointerEvents, AHandlerThatNoLoopCallsIsCalledWhereItWasRegistered) {
  Analysed a(std::string(library) + R"(
function @main() {
  %base = call @event_base_new()
  %e = call @event_new(%base, 0, 0, &on_x, &x)
  return
})");
  EXPECT_EQ(handlers(a, "main", "e"), Names{"on_x(x)"});
}

// A handler runs in the context of the thread that runs the loop, whoever registered it. Two levels also tell the
// handlers of one loop apart.
TEST(PointerEvents, HandlersRunOnTheThreadOfTheirLoop) {
  std::string text = std::string(library) + R"(
global @base : pointer
global @handle : long
function @main() {
  %b = call @event_base_new()
  store &base, %b
  %e = call @event_new(%b, 0, 0, &allocate_x, null)
  %f = call @event_new(%b, 0, 0, &allocate_y, null)
  call @pthread_create(&handle, null, &run, null)
  call @pthread_create(&handle, null, &run_too, null)
  return
}
function @run(%unused) {
  %b = load &base
  %loop = call @event_base_loop(%b, 0)
  return
}
function @run_too(%unused) {
  %b = load &base
  %loop = call @event_base_loop(%b, 0)
  return
}
function @allocate_x(%fd, %what, %argument) {
  call @allocate()
  return
}
function @allocate_y(%fd, %what, %argument) {
  call @allocate()
  return
}
function @allocate() {
  %p = allocate heap 8
  return
})";
  EXPECT_EQ(Analysed(text, "none").instances("allocate").size(), 1u);
  EXPECT_EQ(Analysed(text, "origin:1").instances("allocate").size(), 2u);
  EXPECT_EQ(Analysed(text, "origin:2").instances("allocate").size(), 4u);
}

TEST(PointerEvents, SignalHandlersAreForked) {
  Analysed a(std::string(library) + R"(
global @action : pointer = {0: &on_term}
function @on_term(%number, %info, %where) {
  return
}
function @on_user(%number) {
  return
}
function @main() {
  %s = call @sigaction(15, &action, null)
  %t = call @signal(10, &on_user)
  %ignored = call @signal(13, 1)
  return
})");
  EXPECT_EQ(forks(a, "main", "s"), Names{"on_term"});
  EXPECT_EQ(forks(a, "main", "t"), Names{"on_user"});
  EXPECT_EQ(forks(a, "main", "ignored"), Names());
  EXPECT_EQ(a.pointsTo("on_term", "info"), Names{"library+?"});
  EXPECT_EQ(a.pointsTo("on_term", "number"), Names());
}

// Both the function and its argument are members of the struct: "*2+16" and "*2".
TEST(PointerEvents, WhatATimerRunsIsInAStruct) {
  Analysed a(std::string(library) + R"(
type sigevent = struct 64 { value : pointer @0, number : int @8, function : pointer @16 }
function @on_tick(%value) {
  return
}
function @main() {
  %event = allocate stack of sigevent
  %f = field %event, 16 of sigevent
  store %f, &on_tick
  store %event, &x
  %t = call @timer_create(0, %event, null)
  return
})");
  EXPECT_EQ(forks(a, "main", "t"), Names{"on_tick"});
  EXPECT_EQ(a.pointsTo("on_tick", "value"), Names{"x"});
}

// The loop of a handle is a member of the handle, where programs read it: "2+8".
TEST(PointerEvents, StoresIntoAMember) {
  Analysed a(std::string(library) + R"(
type handle = struct 24 { data : pointer @0, loop : pointer @8, type : int @16 }
global @h : handle
global @l : long
function @main() {
  %i = call @uv_timer_init(&l, &h)
  %p = field &h, 8 of handle
  %loop = load %p
  %data = load &h
  return
})");
  EXPECT_EQ(a.pointsTo("loop"), Names{"l"});
  EXPECT_EQ(a.pointsTo("data"), Names());
}
