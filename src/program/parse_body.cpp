#include "program/text_parser.h"

namespace steward {

using llvm::StringRef;
using llvm::Twine;

bool TextParser::addLocal(const Token& token) {
  if (!locals_.try_emplace(LocalKey(token.text, token.number), LocalId(program_.functions[function_].localCount))
           .second)
    return false;
  builder_.newLocal(token.text.empty() ? StringId() : builder_.string(token.text));
  isDefined_.push_back(false);
  return true;
}

// `locals %a, %b`: gives locals their numbers where the order of definitions does not.
bool TextParser::localsLine() {
  do {
    if (!at(TokenKind::Local)) return expected("a local");
    if (!addLocal(peek())) return fail("the local " + describe(peek()) + " is listed twice");
    take();
  } while (accept(TokenKind::Comma));
  return endOfLine();
}

// Names the blocks and locals of the body that starts here; the first block needs no label.
bool TextParser::skimBody() {
  labels_.clear();
  llvm::SmallVector<size_t> labels;
  bool isImplicit = false, isFirst = true;
  for (size_t i = at_; i < tokens_.size() && tokens_[i].kind != TokenKind::CloseBrace; ++i) {
    if (tokens_[i].kind == TokenKind::Newline || tokens_[i - 1].kind != TokenKind::Newline) continue;
    if (tokens_[i].kind == TokenKind::End) break;
    bool isLabel = tokens_[i].kind == TokenKind::Word && tokens_[i + 1].kind == TokenKind::Colon;
    if (isFirst && !isLabel) isImplicit = true;
    isFirst = false;
    if (isLabel) labels.push_back(i);
    if (tokens_[i].kind == TokenKind::Local) addLocal(tokens_[i]);
  }
  uint32_t count = static_cast<uint32_t>(labels.size()) + isImplicit;
  if (!count) return fail("the function has no blocks; a declaration has no braces");
  Function& f = program_.functions[function_];
  f.firstBlock = builder_.newBlocks(count);
  lines_[static_cast<unsigned>(ProgramPart::Block)].resize(program_.blocks.size(), peek().line);
  BlockId next = f.firstBlock;
  if (isImplicit) labels_["b0"] = BlockId(next.index++);
  for (size_t i : labels) {
    lines_[static_cast<unsigned>(ProgramPart::Block)][next.index] = tokens_[i].line;
    if (labels_.try_emplace(tokens_[i].text, next).second) {
      ++next.index;
      continue;
    }
    at_ = i;
    return fail("two blocks are called " + describe(tokens_[i]));
  }
  if (isImplicit) {
    builder_.beginBlock(f.firstBlock);
    blockIsOpen_ = true;
  }
  return true;
}

// At the end of the line of the opening brace.
bool TextParser::body() {
  Function& f = program_.functions[function_];
  if (f.parameterCount != f.localCount) return fail("the parameters of a function with a body need names");
  while (accept(TokenKind::Newline)) {
  }
  if (atWord("locals") && tokens_[at_ + 1].kind != TokenKind::Colon) {
    take();
    if (!localsLine()) return false;
  }
  blockIsOpen_ = false;
  if (!skimBody()) return false;
  uint32_t next = f.firstBlock.index + blockIsOpen_;
  while (true) {
    while (accept(TokenKind::Newline)) {
    }
    if (at(TokenKind::CloseBrace)) break;
    bool isLabel = at(TokenKind::Word) && tokens_[at_ + 1].kind == TokenKind::Colon;
    if (isLabel ? !label(next) : !instruction()) return false;
  }
  if (blockIsOpen_)
    return fail("the block before does not end with return, jump, branch, switch, throw or unreachable");
  take();
  return true;
}

bool TextParser::label(uint32_t& next) {
  if (blockIsOpen_)
    return fail("the block before does not end with return, jump, branch, switch, throw or unreachable");
  take();
  take();
  builder_.beginBlock(BlockId(next++));
  blockIsOpen_ = true;
  return endOfLine();
}

bool TextParser::instruction() {
  if (at(TokenKind::End)) return expected("'}'");
  if (!blockIsOpen_) return fail("nothing may follow the end of a block but a label");
  Instruction i;
  uint32_t line = peek().line;
  operands_.clear();
  incoming_.clear();
  successors_.clear();
  handlers_.clear();
  sizeIsType_ = false;
  if (!definition(i) || !opcodeAndKind(i) || !operands(i) || !attributes(i) || !endOfLine()) return false;
  InstructionId id = builder_.append(i, operands_, incoming_);
  lines_[static_cast<unsigned>(ProgramPart::Instruction)].push_back(line);
  if (sizeIsType_ && i.type.valid()) unsizedAllocations_.push_back(id);
  if (isTerminator(i.opcode)) {
    builder_.endBlock(successors_, handlers_);
    blockIsOpen_ = false;
  }
  return true;
}

// `%x : T =`, if there is a result.
bool TextParser::definition(Instruction& i) {
  if (!at(TokenKind::Local)) return true;
  if (!local(i.result)) return false;
  if (isDefined_[i.result.index]) {
    --at_;
    return fail(describe(peek()) + " is defined twice");
  }
  isDefined_[i.result.index] = true;
  return optionalType(program_.local(program_.functions[function_], i.result).type) && expect(TokenKind::Equals, "'='");
}

bool TextParser::opcodeAndKind(Instruction& i) {
  if (!at(TokenKind::Word) || peek().isQuoted) return expected("an instruction or a label");
  auto opcode = opcodeNamed(peek().text);
  if (!opcode) return fail("unknown instruction '" + describe(peek()) + "'");
  i.opcode = *opcode;
  const OpcodeShape& shape = shapeOf(i.opcode);
  if (shape.result == ResultUse::None && i.result.valid()) return fail(shape.word + " has no result");
  if (shape.result == ResultUse::Required && !i.result.valid())
    return fail("the result of " + shape.word + " has no name");
  take();
  if (takesMemoryOrder(i.opcode)) i.order = MemoryOrder::Sequential;
  if (shape.kind == KindUse::None) return true;
  auto kind = at(TokenKind::Word) ? findWord(wordsOf(shape.kind), peek().text) : std::nullopt;
  if (!kind) return expected("what kind of " + shape.word);
  i.kind = *kind;
  take();
  return true;
}

bool TextParser::operands(Instruction& i) {
  const OpcodeShape& shape = shapeOf(i.opcode);
  switch (i.opcode) {
  case Opcode::Allocate:
    return allocation(i);
  case Opcode::Phi:
    return phi();
  case Opcode::Call:
  case Opcode::CallIndirect:
  case Opcode::CallVirtual:
    return call(i);
  case Opcode::Opaque:
    return immediate(i) && (!accept(TokenKind::Comma) || values());
  case Opcode::Switch:
    return values();
  case Opcode::Return:
  case Opcode::Throw:
    return !atValue() || value();
  default:
    break;
  }
  for (uint32_t n = 0; n < shape.maxOperands; ++n) {
    if (n && !expect(TokenKind::Comma, "',' and " + Twine(shape.maxOperands - n) + " more of the operands"))
      return false;
    if (!value()) return false;
  }
  if (shape.immediate == ImmediateUse::None) return true;
  if (shape.immediate == ImmediateUse::Bytes && !at(TokenKind::Comma)) {
    i.immediate = defaultBytes;
    return true;
  }
  return expect(TokenKind::Comma, "',' and a number or a name") && immediate(i);
}

// `allocate heap 24, %n`: the size of one, and how many.
bool TextParser::allocation(Instruction& i) {
  sizeIsType_ = !at(TokenKind::Integer);
  if (sizeIsType_) return true;
  return integer(i.immediate, "size") && (!accept(TokenKind::Comma) || value());
}

// `phi b0: %x, b1: 5`
bool TextParser::phi() {
  if (!at(TokenKind::Word)) return true;
  do {
    BlockId from;
    if (!block(from) || !expect(TokenKind::Colon, "':'") || !value()) return false;
    incoming_.push_back(from);
  } while (accept(TokenKind::Comma));
  return true;
}

// `call @f(…)`, `call_indirect %f(…)`, `call_virtual "run()V"(…)`
bool TextParser::call(Instruction& i) {
  if (i.opcode == Opcode::CallIndirect ? !value() : !immediate(i)) return false;
  if (!expect(TokenKind::OpenParen, "'('")) return false;
  return accept(TokenKind::CloseParen) || (values() && expect(TokenKind::CloseParen, "')'"));
}

bool TextParser::immediate(Instruction& i) {
  switch (shapeOf(i.opcode).immediate) {
  case ImmediateUse::Name: {
    StringId id;
    if (!name(id, "a name")) return false;
    i.immediate = id.index;
    return true;
  }
  case ImmediateUse::Function: {
    if (!at(TokenKind::Symbol)) return expected("'@' and the name of a function");
    auto it = symbols_.find(peek().text);
    if (it == symbols_.end()) return fail("unknown function " + describe(peek()));
    if (!it->second.isFunction) return fail(describe(peek()) + " is not a function");
    i.immediate = it->second.index;
    take();
    return true;
  }
  default:
    return integer(i.immediate, "number");
  }
}

// What may follow the operands, in any order: memory orders, `of T`, flags, `-> b1, b2`, `handlers b3`, `!position`.
bool TextParser::attributes(Instruction& i) {
  unsigned orders = 0;
  while (!at(TokenKind::Newline)) {
    auto order = at(TokenKind::Word) && !peek().isQuoted ? findWord(memoryOrderWords(), peek().text) : std::nullopt;
    if (order && orders < 2) {
      (orders++ ? i.order2 : i.order) = static_cast<MemoryOrder>(*order);
      take();
    } else if (acceptWord("of")) {
      if (!type(i.type)) return false;
    } else if (acceptWord("volatile"))
      i.isVolatile = true;
    else if (acceptWord("unsigned"))
      i.isUnsigned = true;
    else if (acceptWord("synthetic"))
      i.isSynthetic = true;
    else if (at(TokenKind::Arrow) || atWord("handlers")) {
      if (!isTerminator(i.opcode)) return fail("only the end of a block says where control goes");
      bool isArrow = take().kind == TokenKind::Arrow;
      if (!blocks(isArrow ? successors_ : handlers_)) return false;
    } else if (at(TokenKind::Position)) {
      if (!position(i.position)) return false;
    } else {
      return expected("an attribute or the end of the line");
    }
  }
  return true;
}

bool TextParser::blocks(llvm::SmallVectorImpl<BlockId>& list) {
  do {
    if (!block(list.emplace_back())) return false;
  } while (accept(TokenKind::Comma));
  return true;
}

bool TextParser::block(BlockId& id) {
  if (!at(TokenKind::Word)) return expected("the label of a block");
  auto it = labels_.find(peek().text);
  if (it == labels_.end()) return fail("unknown block " + describe(peek()));
  id = it->second;
  take();
  return true;
}

bool TextParser::local(LocalId& id) {
  auto it = locals_.find(LocalKey(peek().text, peek().number));
  if (it == locals_.end()) return fail("unknown local " + describe(peek()));
  id = it->second;
  take();
  return true;
}

bool TextParser::atValue() const {
  return at(TokenKind::Local) || at(TokenKind::Integer) || at(TokenKind::Address) || atWord("undefined") ||
         atWord("null") || atWord("float");
}

bool TextParser::value() {
  if (at(TokenKind::Local)) {
    LocalId id;
    if (!local(id)) return false;
    operands_.push_back(ValueId::local(id));
    return true;
  }
  ValueId constantValue;
  if (!atValue()) return expected("a local or a constant");
  if (!constant(constantValue)) return false;
  operands_.push_back(constantValue);
  return true;
}

bool TextParser::values() {
  do {
    if (!value()) return false;
  } while (accept(TokenKind::Comma));
  return true;
}

} // namespace steward
