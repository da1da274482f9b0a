// Every program prints to a text that reads back as the same program.
#include "same_program.h"

#include "program/builder.h"
#include "program/parse.h"
#include "program/print.h"
#include "program/verify.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

std::string textOf(const Program& program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(program, out);
  return text;
}

Program read(llvm::StringRef text) {
  auto program = parseProgram(text, "test.program");
  if (program) return std::move(*program);
  ADD_FAILURE() << llvm::toString(program.takeError()) << "\n" << text.str();
  return Program();
}

void expectRoundTrip(const Program& program) {
  EXPECT_EQ(verify(program), std::vector<std::string>());
  std::string text = textOf(program);
  Program again = read(text);
  EXPECT_EQ(firstDifference(program, again), "") << text;
  EXPECT_EQ(textOf(again), text);
}

// The text of a program that is already in the printer's form comes back byte for byte.
void expectSameText(llvm::StringRef text) {
  Program program = read(text);
  EXPECT_EQ(textOf(program), text.str());
  expectRoundTrip(program);
}

} // namespace

TEST(ProgramText, TheExampleOfTheHeader) {
  Program p = read(R"(
global @total : int
function @add(%n) {
b0:
  %1 = load &total, 4
  %2 = binary add %1, %n
  store &total, %2, 4
  return
}
)");
  ASSERT_EQ(p.functions.size(), 1u);
  EXPECT_EQ(p.functions[FunctionId(0)].parameterCount, 1u);
  EXPECT_EQ(p.functions[FunctionId(0)].localCount, 3u);
  EXPECT_EQ(p.globals[GlobalId(0)].size, 4u);
  EXPECT_EQ(textOf(p), R"(type int = integer 4
global @total : int

function @add(%n) {
b0:
  %1 = load &total, 4
  %2 = binary add %1, %n
  store &total, %2, 4
  return
}
)");
  expectRoundTrip(p);
}

TEST(ProgramText, EveryInstruction) {
  expectSameText(R"(type conn = struct 8
global @g
global @h

function @callee(2) variadic nothrow

function @all(%p, %q) variadic {
b0:
  %2 = allocate stack 4
  %3 = allocate heap 8, %p of conn
  %4 = field %p, 16 of conn
  %5 = field %p, -16
  %6 = field_named %p, "a field"
  %7 = index %p, %q, 4 of conn
  %8 = load %p, 4
  store %p, %q, 4
  memory_copy %p, %q, 12
  memory_set %p, 0, 12
  %9 = atomic_load %p, 4 acquire
  atomic_store %p, 1, 4 release
  %10 = atomic_update add %p, 1, 4 acquire_release
  %11 = compare_exchange %p, 0, 1, 8 sequential relaxed
  fence sequential
  %12 = copy %11
  %13 = select %12, %p, %q
  %14 = binary xor %12, %13
  %15 = compare less %12, 3 unsigned
  %16 = extract %14, 4
  %17 = insert %14, %16, 4
  %18 = varargs
  %19 = opaque "inline assembly", %p, %q
  opaque nothing
  %20 = call @callee(%p, &g+8)
  call @callee()
  %21 = call_indirect %p(%q, &h)
  call_indirect &callee()
  %22 = call_virtual "run()V"(%p, %q)
  switch %12, 1, 2 -> b1, b2, b2 handlers b3
b1:
  branch %15 -> b2, b4
b2:
  %23 = phi b0: %12, b1: 5
  jump -> b5 handlers b3, b4
b3:
  %24 = caught
  throw %24
b4:
  throw handlers b5
b5:
  branch %15 -> b6, b7
b6:
  return
b7:
  branch %15 -> b8, b9
b8:
  return 3
b9:
  unreachable
}
)");
}

TEST(ProgramText, EveryKindAndOrderAndFlag) {
  for (KindUse kind : {KindUse::Binary, KindUse::Compare}) {
    std::string body = "\nfunction @f(%a, %b) {\nb0:\n";
    unsigned next = 2;
    for (llvm::StringRef word : wordsOf(kind))
      body += "  %" + std::to_string(next++) + " = " + (kind == KindUse::Binary ? "binary " : "compare ") + word.str() +
              " %a, %b\n";
    if (kind == KindUse::Binary)
      for (llvm::StringRef word : wordsOf(kind)) body += "  atomic_update " + word.str() + " %a, %b, 4 relaxed\n";
    expectSameText(body + "  return\n}\n");
  }
  std::string body = "\nfunction @f(%a) {\nb0:\n";
  for (llvm::StringRef word : memoryOrderWords()) {
    body += "  atomic_store %a, 1, 4 " + word.str() + "\n";
    if (word != "none") body += "  compare_exchange %a, 1, 2, 4 sequential " + word.str() + "\n";
  }
  body += "  store %a, 1, 4 relaxed\n  store %a, 1, 4 none acquire\n";
  for (const char* flag : {"volatile", "unsigned", "synthetic", "volatile unsigned synthetic"})
    body += std::string("  store %a, 1, 4 ") + flag + "\n";
  expectSameText(body + "  return\n}\n");
}

TEST(ProgramText, TypesOfEveryKind) {
  expectSameText(R"~(type void = void
type int = integer 4
type double = float 8
type "int*" = pointer 8 of int
type "struct node" = struct 24 {
  next : "struct node*" @0
  value : int @8
  low : int @12 bits 0:3
  high : int @12 bits 3:5
  "" @16
}
type "struct node*" = pointer 8 of "struct node"
type "union u" = union 8 {
  i : int @0
  d : double @0
}
type "int[10]" = array 40 of int count 10
type "int (int)" = function of int {
  n : int @0
}
type #9 as twice = struct 4
type #10 as twice = struct 8
type #11 = struct 8
global @a : "struct node"
global @b : #10
global @c : #11
)~");
}

TEST(ProgramText, GlobalsAndConstants) {
  expectSameText(R"(type int = integer 4
global @a : int size 12 constant thread_local external synthetic in @f
global @"a b\0A\FF\22\5C" as "" size 64 = {0: &a, 8: &a+4, 16: &a-4, 24: &f, 32: null, 40: undefined, 48: 7, 56: 7 : int}
global @c as counter size 0

function @f as "ns::f<int>"()

function @g as f() {
b0:
  return float
}

function @h() {
b0:
  return float -3 : int
}
)");
}

TEST(ProgramText, Positions) {
  expectSameText(R"(position !0 = a.c:3:5 in main
position !1 = "/src/with space.c":0:0 inlined !2
position !2 = b.h:7:0 in helper inlined !0
type int = integer 4
global @g !0 ; a.c:3:5
omission "inline assembly" count 3 !1 ; "/src/with space.c":0:0
omission indirectbr count 1

function @f() { !2 ; b.h:7:0
b0:
  store &g, 1, 4 !1 ; "/src/with space.c":0:0
  return
}

function @g2(%x : int) : int noreturn !0 ; a.c:3:5
)");
}

TEST(ProgramText, LocalsOfEqualNameAndTheirTypes) {
  expectSameText(R"(type int = integer 4

function @f(%n#0 : int, %"a b", %2) {
b0:
  %n#3 : int = copy %n#0
  %4 = copy %"a b"
  %other = copy %n#3
  return %other
}
)");
}

// A front end may number locals and constants in an order of its own, and lay out bodies as it meets them.
TEST(ProgramText, OrderOfLocalsAndConstantsIsKept) {
  Program p;
  ProgramBuilder b(p);
  b.integer(1);
  b.undefined();
  FunctionId f = p.functions.push({});
  p.functions[f].name = p.functions[f].linkName = b.string("f");
  b.beginFunction(f);
  LocalId second = b.newLocal(), first = b.newLocal(b.string("first"));
  BlockId block = b.newBlocks(1);
  b.beginBlock(block);
  Instruction copy;
  copy.opcode = Opcode::Copy;
  copy.result = first;
  b.append(copy, b.integer(2));
  copy.result = second;
  b.append(copy, ValueId::local(first));
  Instruction end;
  end.opcode = Opcode::Return;
  b.append(end, {b.integer(1)});
  b.endBlock({});
  b.endFunction();
  EXPECT_EQ(textOf(p), R"(constants {
  1
  undefined
  2
}

function @f() {
  locals %0, %first
b0:
  %first = copy 2
  %0 = copy %first
  return 1
}
)");
  expectRoundTrip(p);
}

// Bodies may be built in any order. The text is in the order of the functions, and stays the same from then on.
TEST(ProgramText, BodiesInAnotherOrderThanFunctions) {
  Program p;
  ProgramBuilder b(p);
  for (const char* name : {"f", "g"}) {
    Function& f = p.functions[p.functions.push({})];
    f.name = f.linkName = b.string(name);
  }
  for (uint32_t f : {1, 0}) {
    b.beginFunction(FunctionId(f));
    b.beginBlock(b.newBlocks(1));
    Instruction end;
    end.opcode = Opcode::Return;
    b.append(end, {b.integer(f)});
    b.endBlock({});
    b.endFunction();
  }
  EXPECT_EQ(verify(p), std::vector<std::string>());
  std::string text = textOf(p);
  Program again = read(text);
  EXPECT_EQ(textOf(again), text);
  EXPECT_EQ(p.functions[FunctionId(0)].firstBlock, BlockId(1));
  EXPECT_EQ(again.functions[FunctionId(0)].firstBlock, BlockId(0));
}

TEST(ProgramText, OneFunctionOneInstruction) {
  Program p = read("function @f(%x) {\n  store %x, 1, 4\n  return\n}\nfunction @g()\n");
  std::string text;
  llvm::raw_string_ostream out(text);
  print(p, FunctionId(1), out);
  EXPECT_EQ(text, "function @g()\n");
  text.clear();
  print(p, FunctionId(0), InstructionId(0), out);
  EXPECT_EQ(text, "store %x, 1, 4");
}
