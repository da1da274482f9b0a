#include "program/text_parser.h"

namespace steward {

using llvm::StringRef;
using llvm::Twine;

// --- Tokens

bool TextParser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool TextParser::acceptWord(StringRef word) {
  if (!atWord(word)) return false;
  take();
  return true;
}

bool TextParser::fail(const Twine& reason) {
  reason_ = reason.str();
  errorLine_ = peek().line;
  return false;
}

bool TextParser::expected(const Twine& what) {
  const Token& token = peek();
  if (token.kind == TokenKind::Newline) return fail("expected " + what + " before the end of the line");
  if (token.kind == TokenKind::End) return fail("expected " + what + " before the end of the text");
  return fail("expected " + what + ", not '" + describe(token) + "'");
}

bool TextParser::expect(TokenKind kind, const Twine& what) { return accept(kind) || expected(what); }

bool TextParser::endOfLine() { return expect(TokenKind::Newline, "the end of the line"); }

void TextParser::skipSeparators() {
  while (at(TokenKind::Newline) || at(TokenKind::Comma)) take();
}

// --- Pieces

bool TextParser::name(StringId& id, StringRef what) {
  if (!at(TokenKind::Word)) return expected(what);
  id = builder_.string(take().text);
  return true;
}

// Types that a text may use without saying what they are.
static uint64_t sizeOfBasicType(StringRef name, TypeKind& kind) {
  struct Basic {
    llvm::StringLiteral name;
    TypeKind kind;
    uint64_t size;
  };
  static constexpr Basic basics[] = {{"bool", TypeKind::Integer, 1},  {"char", TypeKind::Integer, 1},
                                     {"short", TypeKind::Integer, 2}, {"int", TypeKind::Integer, 4},
                                     {"long", TypeKind::Integer, 8},  {"float", TypeKind::Float, 4},
                                     {"double", TypeKind::Float, 8},  {"pointer", TypeKind::Pointer, 8}};
  for (const Basic& basic : basics) {
    if (basic.name != name) continue;
    kind = basic.kind;
    return basic.size;
  }
  return 0;
}

bool TextParser::type(TypeId& id) {
  if (at(TokenKind::TypeNumber)) {
    auto it = typesByNumber_.find(peek().number);
    if (it == typesByNumber_.end()) return fail("unknown type " + describe(peek()));
    id = TypeId(it->second.index);
    take();
    return true;
  }
  if (!at(TokenKind::Word)) return expected("a type");
  StringRef text = peek().text;
  auto it = typesByName_.find(text);
  if (it == typesByName_.end()) {
    Type basic;
    basic.size = sizeOfBasicType(text, basic.kind);
    if (!basic.size) return fail("unknown type '" + describe(peek()) + "'");
    basic.name = builder_.string(text);
    id = builder_.type(basic);
    typesByName_[text] = {id.index, at_};
  } else {
    id = TypeId(it->second.index);
  }
  take();
  return true;
}

bool TextParser::optionalType(TypeId& id) { return !accept(TokenKind::Colon) || type(id); }

bool TextParser::constant(ValueId& value) {
  Constant c;
  if (at(TokenKind::Integer)) {
    c.kind = ConstantKind::Integer;
    if (!integer(c.value, "number")) return false;
  } else if (acceptWord("undefined")) {
    c.kind = ConstantKind::Undefined;
  } else if (acceptWord("null")) {
    c.kind = ConstantKind::Null;
  } else if (acceptWord("float")) {
    c.kind = ConstantKind::Float;
    if (at(TokenKind::Integer) && !integer(c.value, "number")) return false;
  } else if (at(TokenKind::Address)) {
    auto it = symbols_.find(peek().text);
    if (it == symbols_.end()) return fail("unknown symbol " + describe(peek()));
    take();
    c.kind = it->second.isFunction ? ConstantKind::Function : ConstantKind::Global;
    c.symbol = it->second.index;
    bool hasOffset = accept(TokenKind::Plus) || (at(TokenKind::Integer) && peek().text.starts_with("-"));
    if (hasOffset && !integer(c.value, "offset")) return false;
  } else {
    return expected("a constant");
  }
  if (!optionalType(c.type)) return false;
  value = builder_.constant(c);
  return true;
}

bool TextParser::sourceLocation(Position& p) {
  if (!name(p.file, "a file name") || !expect(TokenKind::Colon, "':' and a line") || !integer(p.line, "line"))
    return false;
  return !accept(TokenKind::Colon) || integer(p.column, "column");
}

// `!3`, a position of the table, or `!a.c:12:5`, in this function.
bool TextParser::position(PositionId& id) {
  take();
  if (at(TokenKind::Word)) {
    Position p;
    if (!sourceLocation(p)) return false;
    if (function_.valid()) p.function = program_.functions[function_].name;
    id = builder_.position(p);
    return true;
  }
  uint32_t number = 0;
  if (!integer(number, "position")) return false;
  auto it = number <= INT32_MAX ? positions_.find(number) : positions_.end();
  if (it == positions_.end()) return fail("unknown position !" + Twine(number));
  id = PositionId(it->second.index);
  return true;
}

bool TextParser::optionalSourceName(StringId& id, StringId linkName) {
  id = linkName;
  return !acceptWord("as") || name(id, "a name");
}

bool TextParser::define(const Item& item, size_t token, StringRef what) {
  if (item.token == token) return true;
  return fail(what + " is defined twice, first on line " + Twine(tokens_[item.token].line));
}

} // namespace steward
