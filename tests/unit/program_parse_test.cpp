// What a person may leave out of a program's text, and what the parser says about a text that is wrong.
#include "program/parse.h"
#include "program/shape.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

Program read(llvm::StringRef text) {
  auto program = parseProgram(text, "t");
  if (program) return std::move(*program);
  ADD_FAILURE() << llvm::toString(program.takeError());
  return Program();
}

std::string errorOf(llvm::StringRef text) {
  auto program = parseProgram(text, "t");
  return program ? "" : llvm::toString(program.takeError());
}

std::string errorInBody(llvm::StringRef lines) {
  return errorOf("global @g\nfunction @f(%x) {\n" + lines.str() + "\n}\n");
}

} // namespace

TEST(ProgramParse, NamesMayBeUsedBeforeTheyAreDefined) {
  Program p = read(R"(; a comment
function @main() {
  call @worker(&shared)
  jump -> loop
loop:
  %i = phi b0: 0, loop: %next
  %next = binary add %i, 1
  jump -> loop
}
function @worker(%p) { ; another
  return
}
global @shared : pair
type pair = struct 8 { first : int, second : int @4 }
)");
  EXPECT_EQ(p.functions.size(), 2u);
  EXPECT_EQ(p.globals[GlobalId(0)].size, 8u);
  EXPECT_EQ(p.text(p.types[TypeId(1)].name), "int");
  EXPECT_EQ(p.typeFields[1].offset, 4u);
}

TEST(ProgramParse, TheExampleOfTheDocumentation) {
  auto page = llvm::MemoryBuffer::getFile(STEWARD_SOURCE_DIR "/docs/program-text.md");
  ASSERT_TRUE(static_cast<bool>(page));
  llvm::StringRef example = (*page)->getBuffer().split("```\n").second.split("```").first;
  Program p = read(example);
  EXPECT_EQ(p.functions.size(), 3u);
  EXPECT_EQ(p.globals.size(), 2u);
}

TEST(ProgramParse, Defaults) {
  Program p = read(R"(global @g
omission "inline assembly"
function @f(%p) {
  %a = allocate heap of "struct s" !f.c:7
  %b = allocate stack
  %v = atomic_load %p
  fence
  store %p, %v
  return
}
type "struct s" = struct 24
)");
  EXPECT_EQ(p.globals[GlobalId(0)].size, defaultBytes);
  EXPECT_EQ(p.omissions[0].count, 1u);
  const Instruction* i = p.instructions.data();
  EXPECT_EQ(i[0].immediate, 24);
  EXPECT_EQ(p.positions[i[0].position].line, 7u);
  EXPECT_EQ(p.text(p.positions[i[0].position].file), "f.c");
  EXPECT_EQ(p.text(p.positions[i[0].position].function), "f");
  EXPECT_EQ(i[1].immediate, 0);
  EXPECT_EQ(i[2].order, MemoryOrder::Sequential);
  EXPECT_EQ(i[2].immediate, 8);
  EXPECT_EQ(i[3].order, MemoryOrder::Sequential);
  EXPECT_EQ(i[4].order, MemoryOrder::None);
}

TEST(ProgramParse, CarriageReturnsAndNoFinalNewline) {
  EXPECT_EQ(read("global @a\r\nglobal @b").globals.size(), 2u);
  EXPECT_EQ(read("").globals.size(), 0u);
}

TEST(ProgramParse, Words) {
  EXPECT_EQ(errorOf("global ?"), "t:1: stray '?'");
  EXPECT_EQ(errorOf("\n\x01"), "t:2: stray byte 0x01");
  EXPECT_EQ(errorOf("global @"), "t:1: a name must follow '@'");
  EXPECT_EQ(errorOf("global @\"abc"), "t:1: the name has no closing quote on its line");
  EXPECT_EQ(errorOf("global @\"abc\ndef\""), "t:1: the name has no closing quote on its line");
  EXPECT_EQ(errorOf("global @\"a\\zz\""), "t:1: '\\' in a name must be followed by two hexadecimal digits");
  EXPECT_EQ(errorOf("global @\"a\\4"), "t:1: '\\' in a name must be followed by two hexadecimal digits");
  EXPECT_EQ(errorOf("global @a : #"), "t:1: a number must follow '#'");
  EXPECT_EQ(errorOf("global @a : #99999999999"), "t:1: number 99999999999 is too large");
  EXPECT_EQ(errorOf("x - y"), "t:1: stray '-'");
  EXPECT_EQ(errorInBody("  store %, 1"), "t:3: a name or a number must follow '%'");
  EXPECT_EQ(errorInBody("  store %\"\", 1"), "t:3: a local needs a name or a number");
}

TEST(ProgramParse, Items) {
  EXPECT_EQ(errorOf("nonsense @a"),
            "t:1: expected function, global, type, position, constants, omission or mark, not 'nonsense'");
  EXPECT_EQ(errorOf("\n\n}"), "t:3: expected function, global, type, position, constants, omission or mark, not '}'");
  EXPECT_EQ(errorOf("global total"), "t:1: expected '@' and a name, not 'total'");
  EXPECT_EQ(errorOf("global @a\nfunction @a()"), "t:2: the symbol is defined twice, first on line 1");
  EXPECT_EQ(errorOf("global @a big"), "t:1: expected an attribute of a global, not 'big'");
  EXPECT_EQ(errorOf("global @a : wide"), "t:1: unknown type 'wide'");
  EXPECT_EQ(errorOf("global @a : #3"), "t:1: unknown type #3");
  EXPECT_EQ(errorOf("global @a size 99999999999999999999"), "t:1: size 99999999999999999999 is out of range");
  EXPECT_EQ(errorOf("global @a size -1"), "t:1: size -1 is out of range");
  EXPECT_EQ(errorOf("global @a in @b"), "t:1: expected '@' and the name of a function, not '@b'");
  EXPECT_EQ(errorOf("global @a = {0: &b}"), "t:1: unknown symbol &b");
  EXPECT_EQ(errorOf("global @a = {0: %x}"), "t:1: expected a constant, not '%x'");
  EXPECT_EQ(errorOf("global @a = {0: 1"), "t:1: expected an offset or '}' before the end of the text");
  EXPECT_EQ(errorOf("global @a !7"), "t:1: unknown position !7");
  EXPECT_EQ(errorOf("global @a !4294967295"), "t:1: unknown position !4294967295");
  EXPECT_EQ(errorOf("global @a !a.c"), "t:1: expected ':' and a line before the end of the line");
  EXPECT_EQ(errorOf("global @a !a.c:99999999999"), "t:1: line 99999999999 is out of range");
  EXPECT_EQ(errorOf("position !1 = a.c:1\nposition !1 = a.c:2"), "t:2: the position is defined twice, first on line 1");
  EXPECT_EQ(errorOf("position !4294967295 = a.c:1"), "t:1: position 4294967295 is out of range");
  EXPECT_EQ(errorOf("position !0 = a.c:1 inlined 0"), "t:1: expected '!' and a number, not '0'");
  EXPECT_EQ(errorOf("type t = struct\ntype t = struct"), "t:2: the type is defined twice, first on line 1");
  EXPECT_EQ(errorOf("type t = class"), "t:1: expected a kind of type, not 'class'");
  EXPECT_EQ(errorOf("type t = struct {\n a : int b }"), "t:2: expected ',' or '}', not 'b'");
  EXPECT_EQ(errorOf("type t = struct { a : int bits 70000:1 }"), "t:1: bit offset 70000 is out of range");
  EXPECT_EQ(errorOf("omission 3"), "t:1: expected what was left out, not '3'");
  EXPECT_EQ(errorOf("constants { 1, %x }"), "t:1: expected a constant, not '%x'");
}

TEST(ProgramParse, Functions) {
  EXPECT_EQ(errorOf("function @f"), "t:1: expected '(' before the end of the line");
  EXPECT_EQ(errorOf("function @f(%a, %a)"), "t:1: two parameters have the same name");
  EXPECT_EQ(errorOf("function @f(%a,)"), "t:1: expected a parameter, not ')'");
  EXPECT_EQ(errorOf("function @f(4000000000)"), "t:1: number of parameters 4000000000 is out of range");
  EXPECT_EQ(errorOf("function @f(2) {\n  return\n}"), "t:1: the parameters of a function with a body need names");
  EXPECT_EQ(errorOf("function @f() pure"), "t:1: expected an attribute of a function or '{', not 'pure'");
  EXPECT_EQ(errorOf("function @f() {\n}"), "t:2: the function has no blocks; a declaration has no braces");
  EXPECT_EQ(errorOf("function @f() {\n  return\n"), "t:3: expected '}' before the end of the text");
  EXPECT_EQ(errorOf("function @f() {\na:\n  return\na:\n  return\n}"), "t:4: two blocks are called a");
  EXPECT_EQ(errorOf("function @f() {\n  locals %a, %a\n  return\n}"), "t:2: the local %a is listed twice");
  EXPECT_EQ(errorOf("function @f() {\n  locals %a\n  return\n}"), "t:1: %a is never defined");
}

TEST(ProgramParse, Instructions) {
  EXPECT_EQ(errorInBody("  frobnicate"), "t:3: unknown instruction 'frobnicate'");
  EXPECT_EQ(errorInBody("  store %y, 1\n  return"), "t:3: unknown local %y");
  EXPECT_EQ(errorInBody("  store &y, 1\n  return"), "t:3: unknown symbol &y");
  EXPECT_EQ(errorInBody("  store %x"), "t:3: expected ',' and 1 more of the operands before the end of the line");
  EXPECT_EQ(errorInBody("  store %x, 1, huge"), "t:3: expected number, not 'huge'");
  EXPECT_EQ(errorInBody("  %a = store %x, 1"), "t:3: store has no result");
  EXPECT_EQ(errorInBody("  binary add %x, 1"), "t:3: the result of binary has no name");
  EXPECT_EQ(errorInBody("  %a = binary plus %x, 1"), "t:3: expected what kind of binary, not 'plus'");
  EXPECT_EQ(errorInBody("  %a = copy 1\n  %a = copy 2\n  return"), "t:4: %a is defined twice");
  EXPECT_EQ(errorInBody("  %x = copy 1\n  return"), "t:3: %x is defined twice");
  EXPECT_EQ(errorInBody("  %a = copy 99999999999999999999"), "t:3: number 99999999999999999999 is out of range");
  EXPECT_EQ(errorInBody("  call @nobody()"), "t:3: unknown function @nobody");
  EXPECT_EQ(errorInBody("  call @g()"), "t:3: @g is not a function");
  EXPECT_EQ(errorInBody("  call @f(1"), "t:3: expected ')' before the end of the line");
  EXPECT_EQ(errorInBody("  jump -> nowhere"), "t:3: unknown block nowhere");
  EXPECT_EQ(errorInBody("  store %x, 1 -> b0"), "t:3: only the end of a block says where control goes");
  EXPECT_EQ(errorInBody("  return\n  return"), "t:4: nothing may follow the end of a block but a label");
  EXPECT_EQ(errorInBody("  store %x, 1\nb:\n  return"),
            "t:4: the block before does not end with return, jump, branch, switch, throw or unreachable");
  EXPECT_EQ(errorInBody("  store %x, 1"),
            "t:4: the block before does not end with return, jump, branch, switch, throw or unreachable");
  EXPECT_EQ(errorInBody("  fence relaxed relaxed relaxed"),
            "t:3: expected an attribute or the end of the line, not 'relaxed'");
}

TEST(ProgramParse, WhatTheVerifierFindsHasItsLine) {
  EXPECT_EQ(errorInBody("  jump -> b0"), "t:3: the entry block has a predecessor");
  EXPECT_EQ(errorInBody("  branch %x -> a\na:\n  return"), "t:3: branch needs 2 successors, not 1");
  EXPECT_EQ(errorInBody("  branch %x -> a, b\na:\n  %v = copy 1\n  jump -> b\nb:\n  return %v"),
            "t:8: %v is used where its definition may not have run");
  EXPECT_EQ(errorInBody("  jump -> a\na:\n  %v = phi a: 1\n  return"),
            "t:5: the blocks of phi are not the predecessors of its block");
  EXPECT_EQ(errorOf("\ntype t = struct 8 { a : t }"), "t:2: the type contains itself");
  EXPECT_EQ(errorOf("\nglobal @g size 4 = {4: 1}"), "t:2: the initializer at 4 is outside of 4 bytes");
}

// Long chains and wide lists are read in time that grows with their length, and need no deep stack.
TEST(ProgramParse, LargeTexts) {
  std::string text = "function @f() {\n";
  for (int i = 0; i < 50000; ++i) text += "  jump -> n" + std::to_string(i) + "\nn" + std::to_string(i) + ":\n";
  text += "  return\n}\n";
  for (int i = 0; i < 50000; ++i)
    text += "type t" + std::to_string(i) + " = struct 8 { a : t" + std::to_string(i + 1) + " }\n";
  text += "type t50000 = struct 8\n";
  for (int i = 0; i < 50000; ++i)
    text += "position !" + std::to_string(i) + " = a.c:1 inlined !" + std::to_string(i + 1) + "\n";
  text += "position !50000 = a.c:1\n";
  EXPECT_EQ(read(text).blocks.size(), 50001u);
}
