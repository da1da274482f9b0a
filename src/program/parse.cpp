#include "program/parse.h"

#include "program/text_parser.h"

namespace steward {

using llvm::StringRef;
using llvm::Twine;

void TextParser::skimItems() {
  uint32_t globals = 0, functions = 0, types = 0, positions = 0;
  unsigned depth = 0;
  for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::OpenBrace) ++depth;
    if (tokens_[i].kind == TokenKind::CloseBrace && depth) --depth;
    bool startsLine = i == 0 || tokens_[i - 1].kind == TokenKind::Newline;
    if (depth || !startsLine || tokens_[i].kind != TokenKind::Word || tokens_[i].isQuoted) continue;
    StringRef word = tokens_[i].text;
    const Token& key = tokens_[i + 1];
    if ((word == "global" || word == "function") && key.kind == TokenKind::Symbol) {
      bool isFunction = word == "function";
      uint32_t& count = isFunction ? functions : globals;
      if (symbols_.try_emplace(key.text, Item{count, i + 1, isFunction}).second) ++count;
    } else if (word == "type" && key.kind == TokenKind::Word) {
      if (typesByName_.try_emplace(key.text, Item{types, i + 1}).second) ++types;
    } else if (word == "type" && key.kind == TokenKind::TypeNumber) {
      if (typesByNumber_.try_emplace(key.number, Item{types, i + 1}).second) ++types;
    } else if (word == "position" && key.kind == TokenKind::Position) {
      uint32_t number = 0;
      if (tokens_[i + 2].text.getAsInteger(10, number) || number > INT32_MAX) continue;
      if (positions_.try_emplace(number, Item{positions, i + 2}).second) ++positions;
    }
  }
  program_.globals.resize(globals);
  program_.functions.resize(functions);
  program_.types.resize(types);
  program_.positions.resize(positions);
  lines_[static_cast<unsigned>(ProgramPart::Global)].resize(globals);
  lines_[static_cast<unsigned>(ProgramPart::Function)].resize(functions);
  lines_[static_cast<unsigned>(ProgramPart::Type)].resize(types);
  lines_[static_cast<unsigned>(ProgramPart::Position)].resize(positions);
}

bool TextParser::parse() {
  skimItems();
  while (true) {
    while (accept(TokenKind::Newline)) {
    }
    if (at(TokenKind::End)) break;
    if (!item()) return false;
  }
  for (GlobalId g : unsizedGlobals_) program_.globals[g].size = defaultSize(program_, program_.globals[g].type);
  for (InstructionId i : unsizedAllocations_)
    program_.instructions[i].immediate = static_cast<int64_t>(program_.types[program_.instructions[i].type].size);
  return true;
}

bool TextParser::item() {
  if (acceptWord("function")) return functionItem();
  if (acceptWord("global")) return globalItem() && endOfLine();
  if (acceptWord("type")) return typeItem() && endOfLine();
  if (acceptWord("position")) return positionItem() && endOfLine();
  if (acceptWord("constants")) return constantsItem() && endOfLine();
  if (acceptWord("omission")) return omissionItem() && endOfLine();
  if (acceptWord("mark")) return markItem() && endOfLine();
  return expected("function, global, type, position, constants, omission or mark");
}

bool TextParser::positionItem() {
  if (!expect(TokenKind::Position, "'!' and a number")) return false;
  size_t key = at_;
  uint32_t number = 0;
  if (!integer(number, "position")) return false;
  auto it = number <= INT32_MAX ? positions_.find(number) : positions_.end();
  if (it == positions_.end()) return fail("position " + Twine(number) + " is out of range");
  if (!define(it->second, key, "the position")) return false;
  Position p;
  lines_[static_cast<unsigned>(ProgramPart::Position)][it->second.index] = tokens_[key].line;
  if (!expect(TokenKind::Equals, "'='") || !sourceLocation(p)) return false;
  if (acceptWord("in") && !name(p.function, "the name of a function")) return false;
  if (acceptWord("inlined")) {
    if (!at(TokenKind::Position)) return expected("'!' and a number");
    if (!position(p.inlinedAt)) return false;
  }
  program_.positions[PositionId(it->second.index)] = p;
  return true;
}

bool TextParser::typeItem() {
  size_t key = at_;
  Type t;
  TypeId id;
  if (!at(TokenKind::Word) && !at(TokenKind::TypeNumber)) return expected("the name or the number of a type");
  if (at(TokenKind::Word)) t.name = builder_.string(peek().text);
  if (!type(id)) return false;
  const Item& item =
      tokens_[key].kind == TokenKind::Word ? typesByName_[tokens_[key].text] : typesByNumber_[tokens_[key].number];
  if (!define(item, key, "the type")) return false;
  lines_[static_cast<unsigned>(ProgramPart::Type)][id.index] = tokens_[key].line;
  if (acceptWord("as") && !name(t.name, "a name")) return false;
  if (!expect(TokenKind::Equals, "'='")) return false;
  auto kind = at(TokenKind::Word) ? findWord(typeKindWords(), peek().text) : std::nullopt;
  if (!kind) return expected("a kind of type");
  take();
  t.kind = static_cast<TypeKind>(*kind);
  if (at(TokenKind::Integer) && !integer(t.size, "size")) return false;
  if (acceptWord("of") && !type(t.element)) return false;
  if (acceptWord("count") && !integer(t.count, "count")) return false;
  std::vector<TypeField> fields;
  if (accept(TokenKind::OpenBrace)) {
    for (skipSeparators(); !accept(TokenKind::CloseBrace); skipSeparators())
      if (!typeField(fields)) return false;
  }
  program_.types[id] = t;
  builder_.setFields(id, fields);
  return true;
}

bool TextParser::typeField(std::vector<TypeField>& fields) {
  TypeField field;
  if (!name(field.name, "the name of a field or '}'") || !optionalType(field.type)) return false;
  if (accept(TokenKind::At) && !integer(field.offset, "offset")) return false;
  if (acceptWord("bits")) {
    if (!integer(field.bitOffset, "bit offset") || !expect(TokenKind::Colon, "':'") ||
        !integer(field.bitWidth, "bit width"))
      return false;
  }
  if (at(TokenKind::Position) && !position(field.position)) return false;
  fields.push_back(field);
  return at(TokenKind::Comma) || at(TokenKind::Newline) || at(TokenKind::CloseBrace) || expected("',' or '}'");
}

bool TextParser::constantsItem() {
  if (!expect(TokenKind::OpenBrace, "'{'")) return false;
  for (skipSeparators(); !accept(TokenKind::CloseBrace); skipSeparators()) {
    ValueId value;
    if (!constant(value)) return false;
  }
  return true;
}

bool TextParser::globalItem() {
  size_t key = at_;
  if (!expect(TokenKind::Symbol, "'@' and a name")) return false;
  const Item& item = symbols_[tokens_[key].text];
  if (!define(item, key, "the symbol")) return false;
  GlobalId id(item.index);
  Global& g = program_.globals[id];
  lines_[static_cast<unsigned>(ProgramPart::Global)][id.index] = tokens_[key].line;
  g.linkName = builder_.string(tokens_[key].text);
  if (!optionalSourceName(g.name, g.linkName) || !optionalType(g.type)) return false;
  bool hasSize = false;
  while (!at(TokenKind::Newline)) {
    if (acceptWord("constant"))
      g.isConstant = true;
    else if (acceptWord("thread_local"))
      g.isThreadLocal = true;
    else if (acceptWord("external"))
      g.isExternal = true;
    else if (acceptWord("synthetic"))
      g.isSynthetic = true;
    else if (acceptWord("size")) {
      if (!integer(g.size, "size")) return false;
      hasSize = true;
    } else if (acceptWord("in")) {
      auto it = at(TokenKind::Symbol) ? symbols_.find(peek().text) : symbols_.end();
      if (it == symbols_.end() || !it->second.isFunction) return expected("'@' and the name of a function");
      g.owner = FunctionId(it->second.index);
      take();
    } else if (at(TokenKind::Position)) {
      if (!position(g.position)) return false;
    } else if (accept(TokenKind::Equals)) {
      if (!initializers(id)) return false;
    } else {
      return expected("an attribute of a global");
    }
  }
  if (!hasSize) unsizedGlobals_.push_back(id);
  return true;
}

bool TextParser::initializers(GlobalId id) {
  std::vector<Initializer> list;
  if (!expect(TokenKind::OpenBrace, "'{'")) return false;
  for (skipSeparators(); !accept(TokenKind::CloseBrace); skipSeparators()) {
    Initializer init;
    if (!integer(init.offset, "an offset or '}'") || !expect(TokenKind::Colon, "':'") || !constant(init.value))
      return false;
    list.push_back(init);
  }
  builder_.setInitializers(id, list);
  return true;
}

bool TextParser::omissionItem() {
  Omission o;
  o.count = 1;
  if (!name(o.what, "what was left out")) return false;
  if (acceptWord("count") && !integer(o.count, "count")) return false;
  if (at(TokenKind::Position) && !position(o.position)) return false;
  program_.omissions.push_back(o);
  return true;
}

bool TextParser::markItem() {
  Mark m;
  auto kind = at(TokenKind::Word) ? findWord(markKindWords(), peek().text) : std::nullopt;
  if (!kind) return expected("a kind of mark");
  take();
  m.kind = static_cast<MarkKind>(*kind);
  if (m.kind != MarkKind::NoRace && !name(m.text, "a reason or a lock")) return false;
  auto target = at(TokenKind::Word) ? findWord(markTargetWords(), peek().text) : std::nullopt;
  if (!target) return expected("what the mark is on");
  take();
  m.target = static_cast<MarkTarget>(*target);
  if (m.target == MarkTarget::Field) {
    if (!type(m.type) || !integer(m.offset, "offset")) return false;
  } else {
    auto it = at(TokenKind::Symbol) ? symbols_.find(peek().text) : symbols_.end();
    if (it == symbols_.end() || it->second.isFunction == (m.target == MarkTarget::Global))
      return expected(m.target == MarkTarget::Global ? "'@' and the name of a global"
                                                     : "'@' and the name of a function");
    take();
    if (m.target == MarkTarget::Global)
      m.global = GlobalId(it->second.index);
    else
      m.function = FunctionId(it->second.index);
    if (m.target == MarkTarget::Local && !integer(m.local.index, "number of a local")) return false;
  }
  program_.marks.push_back(m);
  return true;
}

bool TextParser::functionItem() {
  size_t key = at_;
  if (!expect(TokenKind::Symbol, "'@' and a name")) return false;
  const Item& item = symbols_[tokens_[key].text];
  if (!define(item, key, "the symbol")) return false;
  function_ = FunctionId(item.index);
  Function& f = program_.functions[function_];
  lines_[static_cast<unsigned>(ProgramPart::Function)][function_.index] = tokens_[key].line;
  f.linkName = builder_.string(tokens_[key].text);
  if (!optionalSourceName(f.name, f.linkName)) return false;
  builder_.beginFunction(function_);
  f.firstBlock = {};
  if (!parameters(f)) return false;
  if (!optionalType(f.type)) return false;
  bool hasBody = false;
  while (!at(TokenKind::Newline)) {
    if (at(TokenKind::Position)) {
      if (!position(f.position)) return false;
    } else if (hasBody) {
      return endOfLine();
    } else if (acceptWord("variadic"))
      f.isVariadic = true;
    else if (acceptWord("noreturn"))
      f.isNoReturn = true;
    else if (acceptWord("nothrow"))
      f.mayThrow = false;
    else if (acceptWord("origin"))
      f.origin = OriginMark::Many;
    else if (acceptWord("origin_once"))
      f.origin = OriginMark::Once;
    else if (accept(TokenKind::OpenBrace))
      hasBody = true;
    else
      return expected("an attribute of a function or '{'");
  }
  if (hasBody && !body()) return false;
  builder_.endFunction();
  function_ = {};
  return endOfLine();
}

bool TextParser::parameters(Function& f) {
  locals_.clear();
  isDefined_.clear();
  if (!expect(TokenKind::OpenParen, "'('")) return false;
  if (at(TokenKind::Integer)) {
    uint16_t count = 0; // more parameters than any compiler takes are a mistake
    if (!integer(count, "number of parameters")) return false;
    f.parameterCount = count;
    return expect(TokenKind::CloseParen, "')'");
  }
  while (at(TokenKind::Local)) {
    if (!addLocal(peek())) return fail("two parameters have the same name");
    take();
    isDefined_.back() = true;
    if (!optionalType(program_.local(f, LocalId(f.parameterCount++)).type)) return false;
    if (!accept(TokenKind::Comma)) break;
    if (!at(TokenKind::Local)) return expected("a parameter");
  }
  return expect(TokenKind::CloseParen, "')'");
}

uint32_t TextParser::lineOf(ProgramPart part, uint32_t index) const {
  const auto& lines = lines_[static_cast<unsigned>(part)];
  return index < lines.size() ? lines[index] : 0;
}

llvm::Expected<Program> parseProgram(StringRef text, StringRef fileName) {
  auto error = [&](uint32_t line, const Twine& reason) {
    std::string where = line ? std::to_string(line) + ":" : "";
    return llvm::createStringError(fileName + ":" + where + " " + reason);
  };
  // Every token takes a byte at least, so this bounds every count and keeps ids in their 31 bits.
  if (text.size() > INT32_MAX) return error(0, "the text is larger than 2 GiB");

  llvm::BumpPtrAllocator names;
  llvm::StringSaver saver(names);
  auto tokens = lex(text, saver);
  if (!tokens) return llvm::createStringError(fileName + ":" + llvm::toString(tokens.takeError()));

  Program program;
  TextParser parser(program, *tokens);
  if (!parser.parse()) return error(parser.errorLine(), parser.reason());
  if (auto violations = findViolations(program, 1); !violations.empty())
    return error(parser.lineOf(violations[0].part, violations[0].index), violations[0].reason);
  return program;
}

} // namespace steward
