// Who calls whom, how values get there and back, and what the context policies keep apart.
#include "analysed.h"

using namespace steward;

TEST(PointerCalls, ArgumentsAndResults) {
  Analysed a(R"(
global @x : long
global @y : long
function @main() {
  %r = call @second(&x, &y)
  return
}
function @second(%first, %second) {
  return %second
})");
  EXPECT_EQ(a.pointsTo("second", "first"), Names{"x"});
  EXPECT_EQ(a.pointsTo("r"), Names{"y"});
}

TEST(PointerCalls, FunctionPointersFromATable) {
  Analysed a(R"(
type ops = struct 16 { open : pointer @0, close : pointer @8 }
global @table : ops constant = {0: &on_open, 8: &on_close}
global @x : long
function @main() {
  %f = field &table, 8 of ops
  %callee = load %f
  %r = call_indirect %callee(&x)
  return
}
function @on_open(%p) {
  return
}
function @on_close(%p) {
  return %p
})");
  EXPECT_EQ(a.callees("main", "r"), Names{"on_close"});
  EXPECT_EQ(a.pointsTo("r"), Names{"x"});
  EXPECT_TRUE(a.instances("on_open").empty()) << "what nobody calls is not analysed";
}

// The second call's target is known only once the first has been followed.
TEST(PointerCalls, CallsAreResolvedOnTheFly) {
  Analysed a(R"(
global @x : long
function @main() {
  %f = call @choose()
  %r = call_indirect %f(&x)
  return
}
function @choose() {
  %g = copy &hidden
  %h = call_indirect %g()
  return %h
}
function @hidden() {
  return &last
}
function @last(%p) {
  return %p
})");
  EXPECT_EQ(a.callees("main", "r"), Names{"last"});
  EXPECT_EQ(a.pointsTo("r"), Names{"x"});
}

TEST(PointerCalls, VariadicArgumentsAreOneArray) {
  Analysed a(R"(
global @x : long
global @y : long
global @z : long
function @main() {
  call @log(&x, &y, &z)
  return
}
function @log(%format) variadic {
  %block = varargs
  %value = load %block
  return
})");
  EXPECT_EQ(a.pointsTo("log", "format"), Names{"x"});
  EXPECT_EQ(a.pointsTo("log", "block"), Names{"arguments of log"});
  EXPECT_EQ(a.pointsTo("log", "value"), (Names{"y", "z"}));
}

TEST(PointerCalls, CallBacksOfTheLibrary) {
  Analysed a(R"(
type numbers = array 80 of long count 10
global @numbers : numbers
function @main() {
  call @qsort(&numbers, 10, 8, &compare)
  return
}
function @compare(%a, %b) {
  return 0
})");
  EXPECT_EQ(a.pointsTo("compare", "a"), Names{"numbers"});
  EXPECT_EQ(a.pointsTo("compare", "b"), Names{"numbers"});
}

TEST(PointerCalls, UnknownFunctionsAreListedAndMayCallBack) {
  Analysed a(R"(
global @x : long
function @mystery(2)
function @main(%p) {
  %r = call @mystery(&x, &handler)
  call @mystery(0, 0)
  %s = call_indirect %p()
  return
}
function @handler(%given) {
  %in = copy &x
  return
})");
  EXPECT_EQ(a.pointsTo("r"), Names{"unknown of mystery+?"});
  EXPECT_EQ(a.callees("main", "r"), Names{"handler"});
  EXPECT_EQ(a.pointsTo("handler", "given"), (Names{"handler", "x"}))
      << "it may be called back with whatever was handed over";
  ASSERT_EQ(a.pointers.unknownCalls().size(), 2u);
  EXPECT_EQ(a.pointers.unknownCalls()[0].function, a.functionNamed("mystery"));
  EXPECT_EQ(a.pointers.unknownCalls()[0].count, 2u);
  EXPECT_FALSE(a.pointers.unknownCalls()[1].function.valid()) << "the call with no known target";
}

TEST(PointerCalls, ABodySaysMoreThanAShippedModel) {
  Analysed a(R"(
global @x : long
function @main() {
  %r = call @strdup(0)
  return
}
function @strdup(%text) {
  return &x
})");
  EXPECT_EQ(a.pointsTo("r"), Names{"x"});
}

namespace {

// Two threads of one function, each with its own argument, a local and memory of its own.
constexpr const char* twoThreads = R"(
global @x : long
global @y : long
global @mine : pointer thread_local
global @handle : long
function @main() {
  %first = call @pthread_create(&handle, null, &worker, &x)
  %second = call @pthread_create(&handle, null, &worker, &y)
  %h = load &handle
  %result = allocate stack 8
  call @pthread_join(%h, %result)
  %r = load %result
  return
}
function @worker(%argument) {
  %local = allocate stack 8
  store %local, %argument
  %back = load %local
  store &mine, %argument
  %again = load &mine
  %heap = call @malloc(8)
  return %argument
}
)";

} // namespace

TEST(PointerContexts, AForkBindsTheArgumentAndTheResult) {
  Analysed a(twoThreads);
  EXPECT_EQ(a.pointsTo("worker", "argument"), (Names{"x", "y"}));
  EXPECT_EQ(a.pointsTo("h"), Names{"thread worker"});
  EXPECT_EQ(a.pointsTo("r"), (Names{"x", "y"}));
  CallSite first{a.instances("main")[0], a.definition("main", "first")};
  EXPECT_EQ(a.pointers.forks(first).size(), 1u);
  EXPECT_TRUE(a.pointers.callees(first).empty()) << "a fork is no call";
}

TEST(PointerContexts, OriginsAreKeptApart) {
  Analysed a(twoThreads, "origin:1");
  ASSERT_EQ(a.instances("worker").size(), 2u);
  Names arguments;
  for (InstanceId worker : a.instances("worker")) {
    EXPECT_EQ(a.placesIn(worker, "argument").size(), 1u);
    EXPECT_EQ(a.placesIn(worker, "argument"), a.placesIn(worker, "back")) << "locals are one for each origin";
    EXPECT_EQ(a.placesIn(worker, "argument"), a.placesIn(worker, "again")) << "thread-local variables too";
  }
  EXPECT_EQ(a.objectsNamed("worker.heap").size(), 2u);
  EXPECT_EQ(a.objectsNamed("mine").size(), 2u);
}

TEST(PointerContexts, WithoutContextOriginsAreOne) {
  Analysed a(twoThreads, "none");
  ASSERT_EQ(a.instances("worker").size(), 1u);
  EXPECT_EQ(a.placesIn(a.instances("worker")[0], "back").size(), 2u);
  EXPECT_EQ(a.objectsNamed("worker.heap").size(), 1u);
}

namespace {

// The same helper twice from one thread: call sites tell the calls apart, origins do not.
constexpr const char* helperTwice = R"(
global @x : long
global @y : long
function @main() {
  %a = call @same(&x)
  %b = call @same(&y)
  return
}
function @same(%p) {
  return %p
}
)";

} // namespace

TEST(PointerContexts, CallSitesKeepCallsApart) {
  Analysed sites(helperTwice, "callsite:1");
  EXPECT_EQ(sites.pointsTo("a"), Names{"x"});
  EXPECT_EQ(sites.pointsTo("b"), Names{"y"});
  Analysed origins(helperTwice, "origin:1");
  EXPECT_EQ(origins.pointsTo("a"), (Names{"x", "y"}));
}

TEST(PointerContexts, AllocationWrappersAreToldApartByTheirCallSite) {
  const std::string text = R"(
function @main() {
  %a = call @xmalloc(8)
  %b = call @xmalloc(8)
  return
}
function @xmalloc(%size) {
  %memory = call @malloc(%size)
  return %memory
})";
  Analysed a(text, "origin:1");
  InstanceId main = a.instances("main")[0];
  EXPECT_EQ(a.pointsTo("a"), Names{"xmalloc.memory"});
  EXPECT_NE(a.placesIn(main, "a"), a.placesIn(main, "b"));
  // Whatever else is told apart.
  Analysed none(text, "none");
  EXPECT_NE(none.placesIn(none.instances("main")[0], "a"), none.placesIn(none.instances("main")[0], "b"));
}

TEST(PointerContexts, ForkWrappersAreToldApartByTheirCallSite) {
  Analysed a(R"(
global @x : long
global @y : long
function @main() {
  call @start(&first, &x)
  call @start(&first, &y)
  return
}
function @start(%entry, %argument) {
  %handle = allocate stack 8
  call @pthread_create(%handle, null, %entry, %argument)
  return
}
function @first(%argument) {
  return
})");
  ASSERT_EQ(a.instances("first").size(), 2u);
  for (InstanceId thread : a.instances("first")) EXPECT_EQ(a.placesIn(thread, "argument").size(), 1u);
}

TEST(PointerContexts, RecursionWithCallSitesEnds) {
  Analysed a(R"(
global @x : long
function @main() {
  %r = call @down(&x)
  return
}
function @down(%p) {
  %again = call @down(%p)
  %either = select 1, %again, %p
  return %either
})",
             "callsite:3");
  EXPECT_EQ(a.pointsTo("r"), Names{"x"});
}

TEST(PointerContexts, MethodsAreToldApartByTheObjectTheyAreCalledOn) {
  const std::string text = R"(
type box = struct 8 { content : pointer @0 }
global @a : box
global @b : box
global @x : long
global @y : long
function @main() {
  call @put(&a, &x)
  call @put(&b, &y)
  %r = call @get(&a)
  return
}
function @put(%this, %value) {
  store %this, %value
  return
}
function @get(%this) {
  %p = load %this
  return %p
})";
  EXPECT_EQ(Analysed(text, "none").pointsTo("r"), (Names{"x", "y"}));
  EXPECT_EQ(Analysed(text, "object:1").pointsTo("r"), Names{"x"});
}

// A wrapper of a wrapper, and what it allocates is of the type that its caller uses it as.
TEST(PointerContexts, WrappersOfWrappersAreToldApart) {
  Analysed a(R"(
type node = struct 16 { next : pointer @0, value : long @8 }
function @main() {
  %a = call @outer(16)
  %b = call @outer(16)
  %f = field %a, 8 of node
  return
}
function @outer(%size) {
  %memory = call @inner(%size)
  return %memory
}
function @inner(%size) {
  %memory = call @malloc(%size)
  return %memory
})",
             "none");
  InstanceId main = a.instances("main")[0];
  EXPECT_NE(a.placesIn(main, "a"), a.placesIn(main, "b"));
  EXPECT_EQ(a.pointsTo("f"), Names{"inner.memory+8"});
}

TEST(ContextChoice, ReadsWhatTheCommandLineSays) {
  using Choice = std::pair<int, unsigned>;
  auto parsed = [](llvm::StringRef text) {
    auto choice = ContextChoice::parse(text);
    return choice ? Choice(choice->kind, choice->depth) : Choice(-1, 0);
  };
  EXPECT_EQ(parsed("none"), Choice(ContextChoice::None, 0));
  EXPECT_EQ(parsed("origin"), Choice(ContextChoice::Origin, 1));
  EXPECT_EQ(parsed("origin:2"), Choice(ContextChoice::Origin, 2));
  EXPECT_EQ(parsed("callsite:9"), Choice(ContextChoice::CallSite, 9));
  EXPECT_EQ(parsed("object:1"), Choice(ContextChoice::Object, 1));
  for (const char* wrong : {"", "none:1", "origin:", "origin:0", "origin:10", "origin:-1", "origin:x", "Origin:1",
                            "callsite:1:2", "objects:1", " origin:1"})
    EXPECT_EQ(parsed(wrong), Choice(-1, 0)) << wrong;
}
