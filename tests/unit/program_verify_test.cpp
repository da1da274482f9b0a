// The verifier reads any program and names what is wrong with it.
#include "program/builder.h"
#include "program/parse.h"
#include "program/verify.h"

#include "gtest/gtest.h"

#include <functional>

using namespace steward;

namespace {

// b0 branches to b1 and b2, which meet in b3. Instructions: 0 %v, 1 branch; 2 jump; 3 jump; 4 phi, 5 store, 6 return.
constexpr const char* diamond = R"(position !0 = a.c:1
type int = integer 4
type s = struct 8 { a : int }
global @g : s !0 = {0: &g}
omission something
function @f(%x) {
  %v = binary add %x, 1
  branch %v -> b1, b2
b1:
  jump -> b3
b2:
  jump -> b3
b3:
  %p = phi b1: %v, b2: 7
  store &g, %p, 4
  return
}
)";

std::vector<std::string> after(std::function<void(Program&)> change) {
  auto program = parseProgram(diamond, "t");
  if (!program) return {llvm::toString(program.takeError())};
  change(*program);
  return verify(*program);
}

using Texts = std::vector<std::string>;

Instruction& instruction(Program& p, uint32_t i) { return p.instructions[InstructionId(i)]; }

} // namespace

TEST(ProgramVerify, SoundProgram) {
  EXPECT_EQ(after([](Program&) {}), Texts());
}

TEST(ProgramVerify, Positions) {
  EXPECT_EQ(after([](Program& p) { p.positions[PositionId(0)].file = StringId(999); }),
            Texts{"position 0: a name of the position is unknown"});
  EXPECT_EQ(after([](Program& p) { p.positions[PositionId(0)].inlinedAt = PositionId(9); }),
            Texts{"position 0: the place the position is inlined at is unknown"});
  EXPECT_EQ(after([](Program& p) { p.positions[PositionId(0)].inlinedAt = PositionId(0); }),
            Texts{"position 0: the position is inlined into itself"});
}

TEST(ProgramVerify, Types) {
  EXPECT_EQ(after([](Program& p) { p.types[TypeId(0)].kind = TypeKind(99); }), Texts{"type 0: the type is of no kind"});
  EXPECT_EQ(after([](Program& p) { p.types[TypeId(0)].name = StringId(999); }),
            Texts{"type 0: the name of the type is unknown"});
  EXPECT_EQ(after([](Program& p) { p.types[TypeId(0)].element = TypeId(9); }),
            Texts{"type 0: the element of the type is unknown"});
  EXPECT_EQ(after([](Program& p) { p.types[TypeId(1)].fieldCount = 0xffffffff; }),
            Texts{"type 1: the fields of the type are out of range"});
  EXPECT_EQ(after([](Program& p) { p.typeFields[0].type = TypeId(9); }),
            Texts{"type 1: a field has an unknown name, type or position"});
  EXPECT_EQ(after([](Program& p) { p.typeFields[0].type = TypeId(1); }), Texts{"type 1: the type contains itself"});
  EXPECT_EQ(after([](Program& p) {
              p.types[TypeId(0)].kind = TypeKind::Array;
              p.types[TypeId(0)].element = TypeId(1);
            }),
            Texts{"type 0: the type contains itself"});
  EXPECT_EQ(after([](Program& p) {
              p.types[TypeId(0)].kind = TypeKind::Pointer;
              p.types[TypeId(0)].element = TypeId(1);
            }),
            Texts());
}

TEST(ProgramVerify, Constants) {
  EXPECT_EQ(after([](Program& p) { p.constants[ConstantId(0)].symbol = 9; }),
            Texts{"constant 0: a constant is the address of an unknown global"});
  EXPECT_EQ(after([](Program& p) {
              p.constants[ConstantId(1)].kind = ConstantKind::Function;
              p.constants[ConstantId(1)].symbol = 9;
            }),
            Texts{"constant 1: a constant is the address of an unknown function"});
  EXPECT_EQ(after([](Program& p) { p.constants[ConstantId(1)].symbol = 9; }),
            Texts{"constant 1: a number has a symbol"});
  EXPECT_EQ(after([](Program& p) { p.constants[ConstantId(1)].kind = ConstantKind::Null; }),
            Texts{"constant 1: a constant without a value has one"});
  EXPECT_EQ(after([](Program& p) { p.constants[ConstantId(1)].kind = ConstantKind(77); }),
            Texts{"constant 1: a constant is of no kind"});
  EXPECT_EQ(after([](Program& p) { p.constants[ConstantId(1)].type = TypeId(9); }),
            Texts{"constant 1: the type of a constant is unknown"});
  EXPECT_EQ(after([](Program& p) { p.constants.push(p.constants[ConstantId(1)]); }),
            Texts{"constant 3: two constants are equal"});
}

TEST(ProgramVerify, Globals) {
  GlobalId g(0);
  EXPECT_EQ(after([&](Program& p) { p.globals[g].name = StringId(999); }),
            Texts{"global 0: the name of the global is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.globals[g].type = TypeId(9); }),
            Texts{"global 0: the type of the global is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.globals[g].position = PositionId(9); }),
            Texts{"global 0: the position of the global is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.globals[g].owner = FunctionId(9); }),
            Texts{"global 0: the owner of the global is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.globals[g].firstInitializer = 9; }),
            Texts{"global 0: the initializers are out of range"});
  EXPECT_EQ(after([&](Program& p) { p.initializers[0].offset = 8; }),
            Texts{"global 0: the initializer at 8 is outside of 8 bytes"});
  EXPECT_EQ(after([&](Program& p) { p.initializers[0].value = ValueId::local(LocalId(0)); }),
            Texts{"global 0: the initializer at 0 is not a constant"});
  EXPECT_EQ(after([&](Program& p) { p.globals[g].linkName = StringId(); }), Texts{"global 0: the symbol has no name"});
  EXPECT_EQ(after([&](Program& p) { p.functions[FunctionId(0)].linkName = p.globals[g].linkName; }),
            Texts{"function @g: the symbol @g is defined twice"});
  EXPECT_EQ(after([&](Program& p) { p.omissions[0].position = PositionId(9); }),
            Texts{"an omission has an unknown name or position"});
}

TEST(ProgramVerify, Functions) {
  FunctionId f(0);
  EXPECT_EQ(after([&](Program& p) { p.functions[f].name = StringId(999); }),
            Texts{"function @f: the name of the function is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.functions[f].linkName = StringId(999); }),
            Texts{"function 0: the name of the function is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.functions[f].type = TypeId(9); }),
            Texts{"function @f: the type of the function is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.functions[f].position = PositionId(9); }),
            Texts{"function @f: the position of the function is unknown"});
  EXPECT_EQ(after([&](Program& p) { p.functions[f].localCount = 9; })[0], "function @f: the locals are out of range");
  EXPECT_EQ(after([&](Program& p) { p.functions[f].blockCount = 9; })[0], "function @f: the blocks are out of range");
  EXPECT_EQ(after([&](Program& p) { p.functions[f].parameterCount = 9; })[0],
            "function @f: the function has more parameters than locals");
  EXPECT_EQ(after([&](Program& p) { p.locals[0].type = TypeId(9); }),
            Texts{"function @f: a local has an unknown name or type"});
  EXPECT_EQ(after([&](Program& p) { p.locals[1].definition = InstructionId(3); }),
            Texts{"function @f: %v names another definition than its own"});
}

TEST(ProgramVerify, Blocks) {
  auto block = [](Program& p, uint32_t i) -> Block& { return p.blocks[BlockId(i)]; };
  EXPECT_EQ(after([&](Program& p) { block(p, 1).function = FunctionId(9); })[0],
            "block 1: the block belongs to another function");
  EXPECT_EQ(after([&](Program& p) { block(p, 1).instructionCount = 99; })[0],
            "function @f, b1: the instructions of the block are out of range");
  EXPECT_EQ(after([&](Program& p) { block(p, 1).handlerCount = 99; })[0],
            "function @f, b1: the successors or handlers of the block are out of range");
  EXPECT_EQ(after([&](Program& p) { p.successors[0] = BlockId(9); }),
            Texts{"function @f, b0: a successor of the block is not in the function"});
  EXPECT_EQ(after([&](Program& p) {
              p.handlers.push_back(BlockId());
              block(p, 0).handlerCount = 1;
            }),
            Texts{"function @f, b0: a handler of the block is not in the function"});
  EXPECT_EQ(after([&](Program& p) { block(p, 1).firstInstruction = block(p, 2).firstInstruction; })[0],
            "function @f, b2: the block shares instructions with another");
  EXPECT_EQ(after([&](Program& p) { p.instructions.push({}); }), Texts{"an instruction belongs to no block"});
  EXPECT_EQ(after([&](Program& p) { p.blocks.push({}); }), Texts{"a block belongs to no function"});
  EXPECT_EQ(after([&](Program& p) { block(p, 1).successorCount = 0; }),
            Texts{"function @f, b1, instruction 2: jump needs 1 successors, not 0"});
  EXPECT_EQ(after([&](Program& p) {
              instruction(p, 2) = {};
              instruction(p, 2).opcode = Opcode::Fence;
            }),
            Texts{"function @f, b1, instruction 2: the block does not end with a terminator"});
  EXPECT_EQ(after([&](Program& p) { instruction(p, 5) = {}; }),
            Texts{"function @f, b3, instruction 5: unreachable is not at the end of its block"});
  EXPECT_EQ(after([&](Program& p) { p.successors[2] = BlockId(0); })[0],
            "function @f, b0: the entry block has a predecessor");
  EXPECT_EQ(after([&](Program& p) { // a handler is a predecessor like any other
              p.handlers.push_back(BlockId(0));
              block(p, 3).handlerCount = 1;
            }),
            Texts{"function @f, b0: the entry block has a predecessor"});
}

TEST(ProgramVerify, Instructions) {
  auto bad = [](uint32_t index, std::function<void(Instruction&)> change) {
    return after([&](Program& p) { change(instruction(p, index)); })[0];
  };
  EXPECT_EQ(bad(5, [](Instruction& i) { i.opcode = Opcode(99); }),
            "function @f, b3, instruction 5: the opcode is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.type = TypeId(9); }), "function @f, b3, instruction 5: the type is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.position = PositionId(9); }),
            "function @f, b3, instruction 5: the position is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.order = MemoryOrder(99); }),
            "function @f, b3, instruction 5: the memory order is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.result = LocalId(0); }),
            "function @f, b3, instruction 5: store has no result");
  EXPECT_EQ(bad(0, [](Instruction& i) { i.result = LocalId(); }),
            "function @f, b0, instruction 0: binary must have a result");
  EXPECT_EQ(bad(0, [](Instruction& i) { i.result = LocalId(9); }),
            "function @f, b0, instruction 0: the result is not a local of the function");
  EXPECT_EQ(bad(0, [](Instruction& i) { i.kind = 99; }),
            "function @f, b0, instruction 0: the kind of binary is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.kind = 1; }), "function @f, b3, instruction 5: the kind of store is unknown");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.operandCount = 1; }),
            "function @f, b3, instruction 5: store cannot have 1 operands");
  EXPECT_EQ(bad(4, [](Instruction& i) { i.operandCount = 0xffffffff; }),
            "function @f, b3, instruction 4: the operands are out of range");
  EXPECT_EQ(bad(4, [](Instruction& i) { i.firstIncoming = 9; }),
            "function @f, b3, instruction 4: the incoming blocks are out of range");
  EXPECT_EQ(bad(5, [](Instruction& i) { i.immediate = -1; }),
            "function @f, b3, instruction 5: the number of bytes is negative");
  EXPECT_EQ(bad(0, [](Instruction& i) { i.immediate = 1; }), "function @f, b0, instruction 0: binary has no immediate");
  EXPECT_EQ(bad(5,
                [](Instruction& i) {
                  i = {};
                  i.opcode = Opcode::Call;
                  i.immediate = 9;
                }),
            "function @f, b3, instruction 5: the called function is unknown");
  EXPECT_EQ(bad(5,
                [](Instruction& i) {
                  i = {};
                  i.opcode = Opcode::Opaque;
                  i.immediate = 999;
                }),
            "function @f, b3, instruction 5: the name is unknown");
}

TEST(ProgramVerify, Operands) {
  auto bad = [](ValueId v) { return after([&](Program& p) { p.operands[0] = v; })[0]; };
  EXPECT_EQ(bad(ValueId()), "function @f, b0, instruction 0: an operand is missing");
  EXPECT_EQ(bad(ValueId::local(LocalId(9))),
            "function @f, b0, instruction 0: an operand is not a local of the function");
  EXPECT_EQ(bad(ValueId::constant(ConstantId(9))), "function @f, b0, instruction 0: an operand is an unknown constant");
}

TEST(ProgramVerify, DefinitionsAndUses) {
  EXPECT_EQ(after([](Program& p) { instruction(p, 4).result = LocalId(1); })[0],
            "function @f, b3, instruction 4: %v is defined twice");
  EXPECT_EQ(after([](Program& p) { instruction(p, 4).result = LocalId(0); })[0],
            "function @f, b3, instruction 4: %x is defined twice");
  EXPECT_EQ(after([](Program& p) { p.operands[0] = ValueId::local(LocalId(1)); }),
            Texts{"function @f, b0, instruction 0: %v is used where its definition may not have run"});
  EXPECT_EQ(after([](Program& p) { p.operands[0] = ValueId::local(LocalId(2)); }),
            Texts{"function @f, b0, instruction 0: %p is used where its definition may not have run"});
  // A phi uses its value at the end of the block it comes from, where its own result is not yet there.
  EXPECT_EQ(after([](Program& p) { p.operands[instruction(p, 4).firstOperand] = ValueId::local(LocalId(2)); }),
            Texts{"function @f, b3, instruction 4: %p is used where its definition may not have run"});
}

TEST(ProgramVerify, Phi) {
  EXPECT_EQ(after([](Program& p) { p.incoming[0] = BlockId(2); }),
            Texts{"function @f, b3, instruction 4: phi has two values for one block"});
  EXPECT_EQ(after([](Program& p) { p.incoming[0] = BlockId(0); }),
            Texts{"function @f, b3, instruction 4: the blocks of phi are not the predecessors of its block"});
  EXPECT_EQ(after([](Program& p) { p.incoming[0] = BlockId(99); }),
            Texts{"function @f, b3, instruction 4: the blocks of phi are not the predecessors of its block"});
  EXPECT_EQ(after([](Program& p) {
              std::swap(instruction(p, 4), instruction(p, 5));
              p.locals[2].definition = InstructionId(5);
            })[0],
            "function @f, b3, instruction 5: phi is not at the head of its block");
}

TEST(ProgramVerify, UnreachableCodeMayUseAnything) {
  auto program = parseProgram(R"(function @f() {
  jump -> end
dead:
  %a = copy %b
  jump -> end
end:
  %b = phi b0: 1, dead: %a
  return
}
)",
                              "t");
  EXPECT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
}

TEST(ProgramVerify, LoopsAndHandlers) {
  auto program = parseProgram(R"(function @f(%n) {
  %before = copy %n
  call @f(%before)
  jump -> head handlers caught
head:
  %i = phi b0: 0, body: %next
  %more = compare less %i, %n
  branch %more -> body, done
body:
  %next = binary add %i, 1
  jump -> head
caught:
  %e = caught
  throw %before
done:
  return %i
}
)",
                              "t");
  EXPECT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
}
