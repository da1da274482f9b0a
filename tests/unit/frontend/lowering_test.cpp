// What becomes of LLVM IR, seen in the text of the program. Everything that is lowered also passes the verifier.
#include "frontend/llvm/frontend.h"

#include "program/print.h"
#include "program/verify.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

// The files that a test writes, removed when it is over.
class Inputs {
public:
  ~Inputs() {
    for (const std::string& file : files) EXPECT_FALSE(llvm::sys::fs::remove(file));
  }
  void add(llvm::StringRef text) {
    llvm::SmallString<128> path;
    int descriptor = -1;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("lowering", "ll", descriptor, path));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
    files.push_back(std::string(path));
  }
  std::vector<std::string> files;
};

std::string lowered(std::initializer_list<const char*> modules) {
  Inputs inputs;
  for (const char* module : modules) inputs.add(module);
  auto program = readLlvmProgram({inputs.files, {}});
  if (!program) return "error: " + llvm::toString(program.takeError());
  EXPECT_EQ(verify(*program), std::vector<std::string>());
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(*program, stream);
  return text;
}
std::string lowered(const char* module) { return lowered({module}); }

testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess() << "'" << part << "' is in\n" << text;
  return testing::AssertionFailure() << "'" << part << "' is not in\n" << text;
}
testing::AssertionResult matches(const std::string& text, llvm::StringRef pattern) {
  if (llvm::Regex(pattern, llvm::Regex::Newline).match(text)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << pattern.str() << "' does not match in\n" << text;
}

} // namespace

TEST(Lowering, ConstantExpressions) {
  std::string text = lowered(R"(
@array = global [4 x i32] zeroinitializer
@pointer = global ptr getelementptr inbounds ([4 x i32], ptr @array, i64 0, i64 2)
@difference = global i64 add (i64 ptrtoint (ptr @array to i64), i64 4)
define void @f() {
  store i32 1, ptr getelementptr inbounds ([4 x i32], ptr @array, i64 0, i64 3)
  ret void
})");
  EXPECT_TRUE(has(text, "store &array+12, 1, 4"));
  EXPECT_TRUE(has(text, "0: &array+8"));
  EXPECT_TRUE(has(text, "0: &array+4"));
}

TEST(Lowering, InitialValuesOfStructsAndArrays) {
  std::string text = lowered(R"(
%pair = type { i32, ptr }
@x = global i32 0
@table = global [2 x %pair] [%pair { i32 1, ptr @x }, %pair { i32 2, ptr @f }]
define void @f() {
  ret void
})");
  EXPECT_TRUE(has(text, "8: &x"));
  EXPECT_TRUE(has(text, "24: &f"));
}

TEST(Lowering, AliasesAreWhatTheyStandFor) {
  std::string text = lowered(R"(
@x = global i32 0
@y = alias i32, ptr @x
@g = alias void (), ptr @f
define void @f() {
  store i32 1, ptr @y
  ret void
}
define void @h() {
  call void @g()
  ret void
})");
  EXPECT_TRUE(has(text, "store &x, 1, 4"));
  EXPECT_TRUE(has(text, "call @f()"));
}

TEST(Lowering, AnIndirectFunctionAsksItsResolver) {
  std::string text = lowered(R"(
@fast = ifunc void (ptr), ptr @choose
define void @slow(ptr %p) {
  ret void
}
define ptr @choose() {
  ret ptr @slow
}
define void @f(ptr %p) {
  call void @fast(ptr %p)
  ret void
})");
  EXPECT_TRUE(has(text, "call @fast(%p)"));
  EXPECT_TRUE(has(text, "call @choose()"));
  EXPECT_TRUE(has(text, "call_indirect"));
}

TEST(Lowering, AnInvokeStandsAloneWithItsHandler) {
  std::string text = lowered(R"(
declare void @may_throw(i32)
declare i32 @__gxx_personality_v0(...)
define i32 @f(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %m = add i32 %n, 1
  invoke void @may_throw(i32 %m) to label %fine unwind label %bad
fine:
  %r = phi i32 [ %m, %entry ]
  ret i32 %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
})");
  EXPECT_TRUE(matches(text, "call @may_throw\\(%[0-9m]+\\)\n  jump -> b2 handlers b3"));
  EXPECT_TRUE(has(text, "= caught"));
  EXPECT_TRUE(has(text, "throw %"));
}

TEST(Lowering, AnArgumentByValueIsACopy) {
  std::string text = lowered(R"(
%big = type { i64, i64, i64 }
declare void @take(ptr byval(%big))
define void @f(ptr %p) {
  call void @take(ptr byval(%big) %p)
  ret void
})");
  EXPECT_TRUE(matches(text, "%1 = allocate stack 24.* synthetic\n  memory_copy %1, %p, 24\n  call @take\\(%1\\)"));
}

TEST(Lowering, MembersOfMembersAreOneStepElementsAnother) {
  std::string text = lowered(R"(
%inner = type { i32, i32 }
%outer = type { i64, %inner, [4 x %inner] }
define void @f(ptr %p, i64 %i) {
  %a = getelementptr %outer, ptr %p, i32 0, i32 1, i32 1
  %b = getelementptr %outer, ptr %p, i32 0, i32 2, i64 %i, i32 1
  %c = getelementptr %outer, ptr %p, i64 %i
  %d = getelementptr %outer, ptr %p, i64 0
  store i32 0, ptr %a
  store i32 0, ptr %b
  store i32 0, ptr %c
  store i32 0, ptr %d
  ret void
})");
  EXPECT_TRUE(has(text, "field %p, 12 of outer")) << "one step from the outermost struct";
  EXPECT_TRUE(matches(text, "field %p, 16 of outer\n.*index %[0-9]+, %i, 8 of inner\n.*field %[0-9]+, 4 of inner"));
  EXPECT_TRUE(has(text, "index %p, %i, 48 of outer"));
  EXPECT_TRUE(has(text, "copy %p"));
}

TEST(Lowering, PlainLocalsAreValuesOthersMemory) {
  std::string text = lowered(R"(
declare void @escape(ptr)
define i32 @f(i32 %n) {
  %plain = alloca i32
  %shared = alloca i32
  store i32 %n, ptr %plain
  call void @escape(ptr %shared)
  %r = load i32, ptr %plain
  ret i32 %r
})");
  EXPECT_TRUE(has(text, "return %n"));
  EXPECT_TRUE(has(text, "allocate stack 4"));
  EXPECT_FALSE(has(text, "load"));
}

TEST(Lowering, AtomicsKeepTheirOrder) {
  std::string text = lowered(R"(
@x = global i64 0
define void @f() {
  %a = load atomic i64, ptr @x acquire, align 8
  store atomic i64 1, ptr @x release, align 8
  %b = atomicrmw add ptr @x, i64 1 acq_rel
  %c = cmpxchg ptr @x, i64 0, i64 1 seq_cst monotonic
  fence seq_cst
  %v = load volatile i64, ptr @x
  ret void
})");
  EXPECT_TRUE(has(text, "atomic_load &x, 8 acquire"));
  EXPECT_TRUE(has(text, "atomic_store &x, 1, 8 release"));
  EXPECT_TRUE(has(text, "atomic_update add &x, 1, 8 acquire_release"));
  EXPECT_TRUE(has(text, "compare_exchange &x, 0, 1, 8 sequential relaxed"));
  EXPECT_TRUE(has(text, "fence sequential"));
  EXPECT_TRUE(has(text, "load &x, 8 volatile"));
}

TEST(Lowering, InlineAssemblyIsCountedUnlessItOnlyOrders) {
  std::string text = lowered(R"(
define void @f(ptr %p) {
  call void asm sideeffect "movl $$1, $0", "*m"(ptr elementtype(i32) %p)
  call void asm sideeffect "xchg %eax, $0", "*m"(ptr elementtype(i32) %p)
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "pause", ""()
  ret void
})");
  EXPECT_TRUE(has(text, "omission \"inline assembly\" count 2"));
}

TEST(Lowering, VariadicFunctions) {
  std::string text = lowered(R"(
%va_list = type { i32, i32, ptr, ptr }
declare void @llvm.va_start.p0(ptr)
define void @f(i32 %n, ...) {
  %list = alloca %va_list
  call void @llvm.va_start.p0(ptr %list)
  ret void
})");
  EXPECT_TRUE(matches(text, "function @f\\(%n\\).* variadic"));
  EXPECT_TRUE(has(text, "= varargs"));
}

TEST(Lowering, OddControlFlowKeepsEverySuccessor) {
  std::string text = lowered(R"(
define i32 @f(i32 %n, ptr %where) {
entry:
  switch i32 %n, label %out [ i32 1, label %same
                              i32 2, label %same
                              i32 3, label %jump ]
same:
  %v = phi i32 [ 5, %entry ], [ 5, %entry ]
  ret i32 %v
jump:
  indirectbr ptr %where, [label %same2, label %out]
same2:
  unreachable
out:
  ret i32 0
})");
  EXPECT_TRUE(has(text, "switch %n, 1, 2, 3 -> b4, b1, b1, b2"));
  EXPECT_TRUE(has(text, "phi b0: 5")) << "one entry for each block that control comes from";
  EXPECT_TRUE(has(text, "-> b3, b4"));
}

TEST(Lowering, ConstructorsRunBeforeMain) {
  std::string text = lowered(R"(
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
define internal void @late() {
  ret void
}
define internal void @early() {
  ret void
}
define i32 @main() {
  ret i32 0
})");
  size_t early = text.rfind("early\"()"), late = text.rfind("late\"()"), main = text.rfind("call @main()");
  ASSERT_NE(main, std::string::npos);
  EXPECT_LT(early, late);
  EXPECT_LT(late, main);
}

// The one typedef that is kept: what a signal handler may share.
TEST(Lowering, SignalAtomicsKeepTheirName) {
  std::string text = lowered(R"(
@stop = global i32 0, !dbg !0
@plain = global i32 0, !dbg !9
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "stop", scope: !2, file: !3, line: 1, type: !4, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug, globals: !11)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !5)
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "sig_atomic_t", file: !3, baseType: !6)
!6 = !DIDerivedType(tag: DW_TAG_typedef, name: "__sig_atomic_t", file: !3, baseType: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 2, type: !6, isDefinition: true)
!11 = !{!0, !9}
)");
  EXPECT_TRUE(has(text, "type sig_atomic_t = integer 4\n"));
  EXPECT_TRUE(has(text, "global @stop : sig_atomic_t"));
  EXPECT_TRUE(has(text, "global @plain : int"));
}

TEST(Lowering, AnnotatedFunctionsAreOrigins) {
  std::string text = lowered(R"(
@.many = private constant [16 x i8] c"steward::origin\00"
@.once = private constant [21 x i8] c"steward::origin:once\00"
@.other = private constant [6 x i8] c"other\00"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.many, ptr null, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @.once, ptr null, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @h, ptr @.other, ptr null, i32 3, ptr null }]
define void @f() {
  ret void
}
define void @g() {
  ret void
}
define void @h() {
  ret void
}
)");
  EXPECT_TRUE(matches(text, "^function @f\\(\\).* origin \\{"));
  EXPECT_TRUE(matches(text, "^function @g\\(\\).* origin_once \\{"));
  EXPECT_FALSE(matches(text, "^function @h\\(\\).* origin"));
}
