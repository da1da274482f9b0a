// The parser behind parse.h. Tokens and small pieces are in text_parser.cpp, items in parse.cpp, what stands between
// the braces of a function in parse_body.cpp.
//
// Names may be used before they are defined. So the tokens are looked over first: `skimItems` gives every type,
// position, global and function its id, `skimBody` every block and local of a function. What is left is one pass that
// never has to patch anything, and nothing in the grammar nests, so there is no recursion.
#pragma once

#include "program/builder.h"
#include "program/lex.h"
#include "program/shape.h"
#include "program/verify.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace steward {

class TextParser {
public:
  TextParser(Program& program, llvm::ArrayRef<Token> tokens) : program_(program), builder_(program), tokens_(tokens) {}

  // All functions below that return bool give false after an error, which is then described here.
  bool parse();
  const std::string& reason() const { return reason_; }
  uint32_t errorLine() const { return errorLine_; }

  uint32_t lineOf(ProgramPart part, uint32_t index) const; // where a part of the program stands in the text, or 0

private:
  struct Item {
    uint32_t index = 0; // in its array of the Program
    size_t token = 0;   // where it is defined
    bool isFunction = false;
  };
  using LocalKey = std::pair<llvm::StringRef, uint32_t>;

  // Tokens.
  const Token& peek() const { return tokens_[at_]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool atWord(llvm::StringRef word) const { return at(TokenKind::Word) && !peek().isQuoted && peek().text == word; }
  bool accept(TokenKind kind);
  bool acceptWord(llvm::StringRef word);
  bool fail(const llvm::Twine& reason);
  bool expected(const llvm::Twine& what); // fails, and says what stands there instead
  bool expect(TokenKind kind, const llvm::Twine& what);
  bool endOfLine();
  void skipSeparators(); // commas and new lines, between braces

  // Pieces.
  template <typename T>
  bool integer(T& value, llvm::StringRef what) {
    if (!at(TokenKind::Integer)) return expected(what);
    if (peek().text.getAsInteger(10, value)) return fail(what + " " + peek().text + " is out of range");
    take();
    return true;
  }
  bool name(StringId& id, llvm::StringRef what);
  bool type(TypeId& id);
  bool optionalType(TypeId& id); // `: T`
  bool constant(ValueId& value);
  bool position(PositionId& id); // at `!`
  bool sourceLocation(Position& p);
  bool optionalSourceName(StringId& id, StringId linkName);
  bool define(const Item& item, size_t token, llvm::StringRef what);

  // Items.
  void skimItems();
  bool item();
  bool positionItem();
  bool typeItem();
  bool typeField(std::vector<TypeField>& fields);
  bool constantsItem();
  bool globalItem();
  bool initializers(GlobalId id);
  bool omissionItem();
  bool markItem();
  bool functionItem();
  bool parameters(Function& f);

  // Bodies.
  bool body();
  bool skimBody();
  bool addLocal(const Token& token);
  bool localsLine();
  bool label(uint32_t& next);
  bool instruction();
  bool definition(Instruction& i);
  bool opcodeAndKind(Instruction& i);
  bool operands(Instruction& i);
  bool allocation(Instruction& i);
  bool phi();
  bool call(Instruction& i);
  bool immediate(Instruction& i);
  bool attributes(Instruction& i);
  bool blocks(llvm::SmallVectorImpl<BlockId>& list);
  bool block(BlockId& id);
  bool local(LocalId& id);
  bool value();
  bool values();
  bool atValue() const;

  Program& program_;
  ProgramBuilder builder_;
  llvm::ArrayRef<Token> tokens_;
  size_t at_ = 0;
  std::string reason_;
  uint32_t errorLine_ = 0;

  llvm::StringMap<Item> symbols_;
  llvm::StringMap<Item> typesByName_;
  llvm::DenseMap<uint32_t, Item> typesByNumber_;
  llvm::DenseMap<uint32_t, Item> positions_;

  // A type may stand below what has its size.
  std::vector<GlobalId> unsizedGlobals_;
  std::vector<InstructionId> unsizedAllocations_;

  // Of the function being read.
  FunctionId function_;
  llvm::DenseMap<LocalKey, LocalId> locals_;
  std::vector<bool> isDefined_;
  llvm::StringMap<BlockId> labels_;
  bool blockIsOpen_ = false; // its terminator is still to come

  // Of the instruction being read.
  llvm::SmallVector<ValueId, 8> operands_;
  llvm::SmallVector<BlockId, 8> incoming_, successors_, handlers_;

  bool sizeIsType_ = false; // an allocation of the size of its type

  std::vector<uint32_t> lines_[programPartCount];
};

} // namespace steward
